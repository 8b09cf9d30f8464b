import type { Photo, Post } from '@postloom/contracts';
import { ChevronDown, FilePen, Images } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { PhotoImage } from '#components/photo-image.tsx';
import { knownCaption } from '#data/post-state.ts';
import { useRecentPhotos } from '#data/photos.ts';
import { cn } from '#lib/cn.ts';
import { isPlainClick } from '#lib/clicks.ts';
import { formatInstant } from '#lib/format.ts';
import { photoLabel } from '#lib/photos.ts';
import { texts } from '#lib/texts.ts';
import { postName } from '#lib/words.ts';
import { Button, Skeleton, SkeletonGroup } from '#ui/index.ts';
import { useCalendarActions, useCalendarModel } from '../calendar-context.ts';
import { loadDragKit, useDraggable } from '../drag/use-drag.ts';
import { calendarTexts } from '../texts.ts';
import { EntryCover, Glyphs } from './entry-parts.tsx';

/** Photos that can be dragged onto a day. */
const PHOTOS = 24;

type Tab = 'drafts' | 'photos';

/**
 * What waits for a day: drafts without a date or with one that was only proposed, and the newest photos, to be dragged onto one. It stays at the lower edge
 * while the month is scrolled; on a touch screen, where nothing is dragged, it lies below.
 */
export function Tray({
  drafts,
  isDocked,
  onPhoto,
  onWrite,
  onUpload,
}: {
  drafts: readonly Post[];
  /** At the lower edge, over days that things can be dropped on. */
  isDocked: boolean;
  onPhoto(id: string): void;
  onWrite(): void;
  onUpload(): void;
}) {
  const [tab, setTab] = useState<Tab | null>(null);
  const choose = (next: Tab) => setTab((now) => (now === next ? null : next));
  return (
    <section
      aria-label="Drafts and photos to schedule"
      onPointerEnter={loadDragKit}
      className={cn(
        'mt-4 rounded-card border border-line bg-cloth shadow-soft',
        isDocked && 'sm:sticky sm:bottom-3 sm:z-20 touch:static',
      )}
    >
      <div className="flex flex-wrap items-center gap-1 p-1.5">
        <TrayTab isOpen={tab === 'drafts'} onClick={() => choose('drafts')}>
          <FilePen aria-hidden="true" />
          Unscheduled
          <span className="text-muted tabular">{drafts.length}</span>
        </TrayTab>
        <TrayTab isOpen={tab === 'photos'} onClick={() => choose('photos')}>
          <Images aria-hidden="true" />
          Photos
        </TrayTab>
        <p className="ml-auto hidden pr-2 text-xs text-muted md:block touch:hidden">
          {tab === 'photos' ? calendarTexts.tray.photos : null}
          {tab === 'drafts' && drafts.length > 0 ? calendarTexts.tray.drafts : null}
        </p>
      </div>
      {tab === 'drafts' ? (
        drafts.length > 0 ? (
          <Strip label="Drafts to schedule">
            {drafts.map((post) => (
              <DraftCard key={post.id} post={post} />
            ))}
          </Strip>
        ) : (
          <NothingYet text={calendarTexts.tray.noDrafts} action="Write a draft" onAct={onWrite} />
        )
      ) : null}
      {tab === 'photos' ? <PhotoStrip onPhoto={onPhoto} onUpload={onUpload} /> : null}
    </section>
  );
}

function TrayTab({ isOpen, onClick, children }: { isOpen: boolean; onClick(): void; children: ReactNode }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-expanded={isOpen}
      onClick={onClick}
      className={cn(isOpen && 'bg-woad-soft text-woad')}
    >
      {children}
      <ChevronDown
        aria-hidden="true"
        className={cn('-mr-1 text-muted transition-transform', !isOpen && '-rotate-90')}
      />
    </Button>
  );
}

function NothingYet({ text, action, onAct }: { text: string; action: string; onAct(): void }) {
  return (
    <p className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2 text-sm text-muted">
      {text}
      <Button variant="secondary" size="sm" onClick={onAct}>
        {action}
      </Button>
    </p>
  );
}

function Strip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="flex gap-2 overflow-x-auto border-t border-line p-2 [scrollbar-width:thin]">
      {children}
    </ul>
  );
}

function DraftCard({ post }: { post: Post }) {
  const { photos, pending, timeZone } = useCalendarModel();
  const { openPost, refuse } = useCalendarActions();
  const link = useRef<HTMLAnchorElement>(null);
  const isPending = pending.has(post.id);
  const item = useMemo(() => (isPending ? null : ({ kind: 'post', post } as const)), [isPending, post]);
  useDraggable(link, item, null, refuse);
  return (
    <li className="shrink-0">
      <a
        ref={link}
        href={`?post=${post.id}`}
        data-entry={post.id}
        onClick={(event) => {
          if (isPlainClick(event)) {
            event.preventDefault();
            openPost(post.id);
          }
        }}
        className={cn(
          'flex w-56 cursor-grab items-center gap-2.5 rounded-control border border-line bg-cloth p-1.5 transition-shadow hover:border-line-strong hover:shadow-soft active:cursor-grabbing data-dragging:opacity-40',
          isPending && 'animate-pulse',
        )}
      >
        <EntryCover
          photoId={post.photoId}
          photo={photos.get(post.photoId ?? '')}
          width={64}
          className="size-11 rounded-[6px]"
        />
        <span className="grid min-w-0 gap-0.5">
          <span className="truncate text-sm font-semibold">{postName(knownCaption(post), 60)}</span>
          <span className="flex items-center gap-1.5 text-xs text-muted">
            {post.scheduledFor === null
              ? 'No date set'
              : calendarTexts.tray.proposed(formatInstant(post.scheduledFor, timeZone))}
            <Glyphs platforms={post.platforms} />
          </span>
        </span>
      </a>
    </li>
  );
}

function PhotoStrip({ onPhoto, onUpload }: { onPhoto(id: string): void; onUpload(): void }) {
  const { photos, isPending, isError, refetch } = useRecentPhotos(PHOTOS);
  if (isPending) {
    return (
      <SkeletonGroup text="Loading your photos" className="border-t border-line p-2">
        <Skeleton className="h-16" />
      </SkeletonGroup>
    );
  }
  if (isError && photos.length === 0) {
    return (
      <p className="flex items-center gap-3 border-t border-line px-4 py-2 text-sm text-muted" role="alert">
        {texts.loadFailed}
        <Button variant="secondary" size="sm" onClick={() => void refetch()}>
          Retry
        </Button>
      </p>
    );
  }
  if (photos.length === 0) {
    return <NothingYet text={calendarTexts.tray.noPhotos} action="Upload Photos" onAct={onUpload} />;
  }
  return (
    <Strip label="Newest photos">
      {photos.map((photo) => (
        <PhotoTile key={photo.id} photo={photo} onPhoto={onPhoto} />
      ))}
    </Strip>
  );
}

function PhotoTile({ photo, onPhoto }: { photo: Photo; onPhoto(id: string): void }) {
  const { refuse } = useCalendarActions();
  const tile = useRef<HTMLAnchorElement>(null);
  const item = useMemo(() => ({ kind: 'photo', photoId: photo.id }) as const, [photo.id]);
  useDraggable(tile, item, null, refuse);
  return (
    <li className="shrink-0">
      <a
        ref={tile}
        href={`?new=1&photo=${photo.id}`}
        aria-label={`Schedule a post with ${photoLabel(photo)}`}
        onClick={(event) => {
          if (isPlainClick(event)) {
            event.preventDefault();
            onPhoto(photo.id);
          }
        }}
        className="block cursor-grab rounded-control transition-shadow hover:shadow-soft active:cursor-grabbing data-dragging:opacity-40"
      >
        <PhotoImage photo={photo} width={64} decorative className="size-16 rounded-control" />
      </a>
    </li>
  );
}
