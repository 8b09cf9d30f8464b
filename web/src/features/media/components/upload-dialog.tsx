import '@uppy/core/css/style.min.css';
import '@uppy/dashboard/css/style.min.css';
import './upload-dialog.css';
import { useQueryClient } from '@tanstack/react-query';
import Dashboard from '@uppy/react/dashboard';
import { CircleAlert, WifiOff } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ForBusiness } from '#components/for-business.tsx';
import { uploadQueueLimits } from '#lib/contract-data.ts';
import { useOnline } from '#lib/use-online.ts';
import { Dialog, DialogContent } from '#ui/index.ts';
import { uploadTexts } from '../upload-texts.ts';
import { copyLink } from '../copy-link.ts';
import { notAllTaken } from '../not-all-taken.ts';
import { shownAlbum } from '../shown-album.ts';
import { refusalOf } from '../upload-queue.ts';
import { addInto, sendInto, uppyOf } from '../uppy.ts';
import { useIsOver } from '../use-is-over.ts';
import { useUploads } from '../use-uploads.ts';
import { widgetTexts, wordsOfWidget } from '../widget-texts.ts';
import { isZip } from '../zip/take-zips.ts';
import { MoreWays } from './more-ways.tsx';
import { SeePlans } from './see-plans.tsx';
import { UploadInto } from './upload-into.tsx';

const hint = uploadTexts.whatToUpload(uploadQueueLimits.mediaDialog);

export type UploadDialogProps = {
  open: boolean;
  onOpenChange(open: boolean): void;
  businessId: string;
  theme: 'light' | 'dark';
  /** Files that were dropped or pasted on the page. */
  files?: readonly File[];
};

/** The widget shows a single file as an item of a list, but without the list. */
function giveListRole(frame: HTMLElement | null): (() => void) | undefined {
  if (!frame) {
    return undefined;
  }
  const observer = new MutationObserver(() =>
    frame.querySelector('.uppy-Dashboard-files:not([role])')?.setAttribute('role', 'list'),
  );
  observer.observe(frame, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** The way to a larger plan, once there was no room for a photo. Apart, so that the widget is not drawn anew with each step of an upload. */
function OverLimit({ businessId, onLeave }: { businessId: string; onLeave(): void }) {
  const refused = useUploads().find((item) => item.businessId === businessId && item.isOverLimit);
  return refused ? (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-madder/40 bg-madder-soft px-3 py-2 text-sm text-madder">
      <span className="min-w-0">{refused.error}</span>
      <SeePlans onLeave={onLeave} />
    </p>
  ) : null;
}

/** 'Upload Photos': the full widget. Closing it leaves running uploads alone; the header shows them. */
export default function UploadDialog({ open, onOpenChange, businessId, theme, files }: UploadDialogProps) {
  const client = useQueryClient();
  const online = useOnline();
  const [uppy] = useState(() => uppyOf(businessId, client));
  const isOver = useIsOver(uppy);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [leftOut, setLeftOut] = useState<string | null>(null);
  const [albumId, setAlbumId] = useState(() => shownAlbum(client, businessId));
  const [location] = useLocation();
  const [openedAt] = useState(location);
  const added = useRef<readonly File[] | undefined>(undefined);

  useEffect(() => {
    const onRefused = (file: { name?: string; type?: string; size?: number | null } | undefined) => {
      const facts = { name: file?.name ?? '', type: file?.type ?? '', size: file?.size ?? 0 };
      const refusal = file && !isZip(facts) && refusalOf(facts);
      if (refusal) {
        setRefused((before) => [...before.filter((sentence) => sentence !== refusal.message), refusal.message]);
      }
    };
    // They stay while the others are sent: the end must not look as if everything had arrived.
    const onCanceled = () => {
      setRefused([]);
      setLeftOut(null);
    };
    const onTaken = (taken: number, all: number) => setLeftOut(taken < all ? notAllTaken(taken, all) : null);
    uppy.on('restriction-failed', onRefused);
    uppy.on('photos-taken', onTaken);
    uppy.on('cancel-all', onCanceled);
    return () => {
      uppy.off('restriction-failed', onRefused);
      uppy.off('photos-taken', onTaken);
      uppy.off('cancel-all', onCanceled);
    };
  }, [uppy]);

  useEffect(() => uppy.letGoOfEnded(), [uppy]);

  useEffect(() => addInto(uppy, albumId), [uppy, albumId]);

  useEffect(() => {
    if (!files || files.length === 0 || added.current === files) {
      return;
    }
    added.current = files;
    uppy.addFiles(files.map((file) => ({ name: file.name, type: file.type, data: file, source: 'page' }) as never));
  }, [files, uppy]);

  const close = () => {
    // What is done need not be shown again; what waits, runs or can be tried again stays.
    uppy.letGoOfEnded();
    onOpenChange(false);
  };
  const leave = useEffectEvent(close);
  useEffect(() => {
    // A message led elsewhere, which the dialog would cover.
    if (location !== openedAt) {
      leave();
    }
  }, [location, openedAt]);
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())}>
      <DialogContent
        title="Upload Photos"
        description={
          <>
            <ForBusiness />
            {hint}
          </>
        }
        width="lg"
      >
        <div role="status">
          {online ? null : (
            <p className="mb-3 flex items-center gap-2 rounded-control border border-weld/40 bg-weld-soft px-3 py-2 text-sm font-semibold text-weld">
              <WifiOff className="size-4" aria-hidden="true" />
              <span className="min-w-0">
                No Internet connection
                <span className="block font-normal">{widgetTexts.goesOn}</span>
              </span>
            </p>
          )}
        </div>
        <div role="alert">
          <OverLimit businessId={businessId} onLeave={close} />
          {leftOut ? (
            <p className="mb-3 rounded-control border border-weld/40 bg-weld-soft px-3 py-2 text-sm text-weld">
              {leftOut}
            </p>
          ) : null}
          {refused.length > 0 ? (
            <ul className="mb-3 grid gap-1 rounded-control border border-madder/40 bg-madder-soft px-3 py-2 text-sm text-madder">
              {refused.map((sentence) => (
                <li key={sentence} className="flex gap-2 break-words">
                  <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
                  <span className="min-w-0">{sentence}</span>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        <UploadInto
          albumId={albumId}
          onChange={(chosen) => {
            setAlbumId(chosen);
            sendInto(uppy, chosen);
          }}
        />
        <div
          ref={giveListRole}
          data-online={online}
          onClickCapture={(event) => {
            if (copyLink(uppy, event.target)) {
              event.stopPropagation();
            }
          }}
        >
          <Dashboard
            uppy={uppy}
            width="100%"
            height={420}
            theme={theme}
            proudlyDisplayPoweredByUppy={false}
            showLinkToFileUploadResult
            doneButtonHandler={close}
            metaFields={[{ id: 'name', name: 'Name', placeholder: 'File name' }]}
            hideProgressDetails={!online}
            locale={wordsOfWidget({ online, isOver })}
          />
        </div>
        <MoreWays businessId={businessId} albumId={albumId} />
      </DialogContent>
    </Dialog>
  );
}
