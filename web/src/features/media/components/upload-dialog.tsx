import '@uppy/core/css/style.min.css';
import '@uppy/dashboard/css/style.min.css';
import './upload-dialog.css';
import { useQueryClient } from '@tanstack/react-query';
import Dashboard from '@uppy/react/dashboard';
import { WifiOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { uploadQueueLimits } from '#lib/contract-data.ts';
import { useOnline } from '#lib/use-online.ts';
import { Dialog, DialogContent } from '#ui/index.ts';
import { uppyOf } from '../uppy.ts';

const hint = `JPG, PNG, HEIC or WebP, up to ${uploadQueueLimits.mediaDialog} photos at once, 50 MB each`;

export type UploadDialogProps = {
  open: boolean;
  onOpenChange(open: boolean): void;
  businessId: string;
  theme: 'light' | 'dark';
  /** Files that were dropped or pasted on the page. */
  files?: readonly File[];
};

/** 'Upload Photos': the full widget. Closing it leaves running uploads alone; the header shows them. */
export default function UploadDialog({ open, onOpenChange, businessId, theme, files }: UploadDialogProps) {
  const client = useQueryClient();
  const online = useOnline();
  const [uppy] = useState(() => uppyOf(businessId, client));
  const added = useRef<readonly File[] | undefined>(undefined);

  useEffect(() => {
    if (!files || files.length === 0 || added.current === files) {
      return;
    }
    added.current = files;
    try {
      uppy.addFiles(files.map((file) => ({ name: file.name, type: file.type, data: file, source: 'page' }) as never));
    } catch {
      return; // A restriction; the widget says which.
    }
  }, [files, uppy]);

  const close = () => {
    // What is done need not be shown again; what runs or failed stays.
    if (uppy.getFiles().every((file) => file.progress.uploadComplete)) {
      uppy.clear();
    }
    onOpenChange(false);
  };
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())}>
      <DialogContent title="Upload Photos" description={hint} width="lg">
        <div role="status">
          {online ? null : (
            <p className="mb-3 flex items-center gap-2 rounded-control border border-weld/40 bg-weld-soft px-3 py-2 text-sm font-semibold text-weld">
              <WifiOff className="size-4" aria-hidden="true" />
              No Internet connection
            </p>
          )}
        </div>
        <Dashboard
          uppy={uppy}
          width="100%"
          height={420}
          theme={theme}
          proudlyDisplayPoweredByUppy={false}
          showLinkToFileUploadResult={false}
          doneButtonHandler={close}
          note={hint}
          metaFields={[{ id: 'name', name: 'Name', placeholder: 'File name' }]}
        />
      </DialogContent>
    </Dialog>
  );
}
