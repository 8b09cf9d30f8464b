import { Check, CircleAlert, ImageUp, RotateCw, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { acceptedPhotoTypes, uploadQueueLimits } from '#lib/contract-data.ts';
import { formatBytes } from '#lib/format.ts';
import { Button, buttonStyles, Card, CardBody, CardHeader, Progress } from '#ui/index.ts';
import { useUploadQueue } from '../use-upload-queue.ts';
import type { UploadItem } from '../upload-queue.ts';

const limit = uploadQueueLimits.dashboard;
const accept = [...acceptedPhotoTypes, '.heic'].join(',');

/** Drop photos or browse for them: up to 8, they start by themselves. */
export function DashboardUploadCard({ businessId }: { businessId: string }) {
  const { items, add, remove, retry } = useUploadQueue('dashboard', limit, businessId);
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const id = useId();
  return (
    <Card aria-labelledby={`${id}-title`}>
      <CardHeader id={`${id}-title`} title="Upload Photos" />
      <CardBody className="grid gap-4">
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            add([...event.dataTransfer.files]);
          }}
          className={cn(
            'grid justify-items-center gap-1 rounded-card border-2 border-dashed px-4 py-7 text-center transition-colors',
            over ? 'border-woad bg-woad-soft' : 'border-line bg-sunken',
          )}
        >
          <ImageUp className="mb-1 size-7 text-woad" aria-hidden="true" />
          <p className="font-semibold">Drag and drop photos here</p>
          <p className="text-sm text-muted">JPG, PNG, HEIC or WebP, up to {limit} photos at once, 50 MB each</p>
          <label
            htmlFor={`${id}-files`}
            className={cn(
              buttonStyles({ variant: 'secondary' }),
              'mt-3 cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-woad',
            )}
          >
            Browse files
            <input
              ref={input}
              id={`${id}-files`}
              type="file"
              multiple
              accept={accept}
              className="sr-only"
              onChange={(event) => {
                add([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
          </label>
        </div>
        {items.length > 0 ? (
          <ul aria-label="Uploads" className="grid gap-3">
            {items.map((item) => (
              <Item key={item.id} item={item} onRemove={() => remove(item.id)} onRetry={() => retry(item.id)} />
            ))}
          </ul>
        ) : null}
      </CardBody>
    </Card>
  );
}

const words: Record<UploadItem['status'], string> = {
  pending: 'Waiting',
  uploading: 'Uploading',
  success: 'Uploaded',
  error: 'Upload failed',
};

function Item({ item, onRemove, onRetry }: { item: UploadItem; onRemove(): void; onRetry(): void }) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1.5">
      <p className="flex min-w-0 items-center gap-2 text-sm">
        {item.status === 'success' ? <Check className="size-4 shrink-0 text-moss" aria-hidden="true" /> : null}
        {item.status === 'error' ? <CircleAlert className="size-4 shrink-0 text-madder" aria-hidden="true" /> : null}
        <span className="truncate font-semibold">{item.file.name}</span>
        <span className="shrink-0 text-xs text-muted tabular">
          {formatBytes(item.file.size)} · {words[item.status]}
          {item.status === 'uploading' ? ` ${item.progress}%` : ''}
        </span>
      </p>
      <div className="flex">
        {item.status === 'error' ? (
          <Button variant="ghost" size="icon-sm" aria-label={`Retry ${item.file.name}`} onClick={onRetry}>
            <RotateCw aria-hidden="true" />
          </Button>
        ) : null}
        <Button variant="ghost" size="icon-sm" aria-label={`Remove ${item.file.name}`} onClick={onRemove}>
          <X aria-hidden="true" />
        </Button>
      </div>
      <div className="col-span-2">
        {item.status === 'error' ? (
          <p role="alert" className="text-sm text-madder">
            {item.error}
          </p>
        ) : (
          <Progress
            value={item.status === 'success' ? 100 : item.progress}
            label={`Upload of ${item.file.name}`}
            tone={item.status === 'success' ? 'moss' : 'woad'}
          />
        )}
      </div>
    </li>
  );
}
