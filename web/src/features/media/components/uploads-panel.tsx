import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { usePageContext } from '#data/page-context.tsx';
import { Button, Popover, PopoverContent, PopoverTrigger } from '#ui/index.ts';
import { uploadEngine } from '../upload-engine.ts';
import type { UploadItem } from '../upload-queue.ts';
import { UploadList } from './upload-list.tsx';

export type UploadsPanelProps = {
  trigger: ReactElement;
  items: readonly UploadItem[];
  onUploadMore(): void;
};

/** Every upload of this page, wherever it was begun and for whichever business. */
export default function UploadsPanel({ trigger, items, onUploadMore }: UploadsPanelProps) {
  const { business, businesses } = usePageContext();
  const engine = uploadEngine(useQueryClient());
  const [open, setOpen] = useState(true);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="end" aria-label="Uploads" className="grid max-h-[min(28rem,70dvh)] gap-4 overflow-y-auto">
        <h2 className="font-bold">Uploads</h2>
        <UploadList
          items={items}
          businessOf={({ businessId }) =>
            businessId === business?.id ? null : (businesses.find(({ id }) => id === businessId)?.name ?? null)
          }
          onRemove={engine.remove}
          onRetry={engine.retry}
          onResume={engine.resume}
        />
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            setOpen(false);
            onUploadMore();
          }}
        >
          Upload more photos
        </Button>
      </PopoverContent>
    </Popover>
  );
}
