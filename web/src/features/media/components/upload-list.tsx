import { Check, CircleAlert, Play, RotateCw, X } from 'lucide-react';
import { formatBytes } from '#lib/format.ts';
import { Button, Progress } from '#ui/index.ts';
import type { UploadItem } from '../upload-queue.ts';
import { SeePlans } from './see-plans.tsx';

export type UploadListProps = {
  items: readonly UploadItem[];
  /** Says to which business a file goes, where that is not plain. */
  businessOf?(item: UploadItem): string | null;
  onRemove(id: string): void;
  onRetry(id: string): void;
  /** Where files can be paused. */
  onResume?(id: string): void;
};

/** What waits, moves, has just arrived or has failed, file by file. */
export function UploadList({ items, businessOf, onRemove, onRetry, onResume }: UploadListProps) {
  if (items.length === 0) {
    return null;
  }
  const failed = items.filter(({ status }) => status === 'error');
  const retriable = failed.filter(canBeRetried);
  return (
    <>
      {failed.length > 1 ? (
        <div className="flex flex-wrap gap-2">
          {retriable.length > 0 ? (
            <Button variant="secondary" size="sm" onClick={() => retriable.forEach(({ id }) => onRetry(id))}>
              <RotateCw aria-hidden="true" />
              Retry all
            </Button>
          ) : null}
          <Button variant="ghost" size="sm" onClick={() => failed.forEach(({ id }) => onRemove(id))}>
            Clear failed
          </Button>
        </div>
      ) : null}
      <ul aria-label="Uploads" className="grid gap-3">
        {items.map((item) => (
          <Item
            key={item.id}
            item={item}
            business={businessOf?.(item) ?? null}
            onRemove={() => onRemove(item.id)}
            onRetry={() => onRetry(item.id)}
            onResume={onResume && (() => onResume(item.id))}
          />
        ))}
      </ul>
    </>
  );
}

/** It failed, and not for what it is. */
function canBeRetried({ status, isRefused }: UploadItem): boolean {
  return status === 'error' && !isRefused;
}

const words: Record<UploadItem['status'], string> = {
  pending: 'Waiting',
  uploading: 'Uploading',
  paused: 'Paused',
  success: 'Uploaded',
  error: 'Upload failed',
};

type ItemProps = {
  item: UploadItem;
  business: string | null;
  onRemove(): void;
  onRetry(): void;
  onResume: (() => void) | undefined;
};

function Item({ item, business, onRemove, onRetry, onResume }: ItemProps) {
  const isDone = item.status === 'success';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5">
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2 text-sm">
          {isDone ? <Check className="size-4 shrink-0 text-moss" aria-hidden="true" /> : null}
          {item.status === 'error' ? <CircleAlert className="size-4 shrink-0 text-madder" aria-hidden="true" /> : null}
          <span className="truncate font-semibold">{item.name}</span>
        </p>
        <p className="truncate text-xs text-muted tabular">
          {business ? `${business} · ` : ''}
          {formatBytes(item.file.size)} · {words[item.status]}
          {item.status === 'uploading' || item.status === 'paused' ? ` ${item.progress}%` : ''}
        </p>
      </div>
      <div className="flex">
        {canBeRetried(item) ? (
          <Button variant="ghost" size="icon-sm" aria-label={`Retry ${item.name}`} onClick={onRetry}>
            <RotateCw aria-hidden="true" />
          </Button>
        ) : null}
        {item.status === 'paused' && onResume ? (
          <Button variant="ghost" size="icon-sm" aria-label={`Resume ${item.name}`} onClick={onResume}>
            <Play aria-hidden="true" />
          </Button>
        ) : null}
        {isDone ? null : (
          <Button variant="ghost" size="icon-sm" aria-label={`Remove ${item.name}`} onClick={onRemove}>
            <X aria-hidden="true" />
          </Button>
        )}
      </div>
      <div className="col-span-2">
        {item.status === 'error' ? (
          <p role="alert" className="text-sm text-madder">
            {item.error} {item.isOverLimit ? <SeePlans /> : null}
          </p>
        ) : (
          <Progress
            value={isDone ? 100 : item.progress}
            label={`Upload of ${item.name}`}
            tone={isDone ? 'moss' : 'woad'}
          />
        )}
      </div>
    </li>
  );
}
