import { useMemo } from 'react';
import { usePhotosById } from '#data/photos.ts';
import { ConfirmDialog } from '#ui/index.ts';
import { remainsTexts } from '../remains-texts.ts';
import { mediaTexts } from '../texts.ts';
import type { BulkRemains } from '../use-bulk.ts';

/** Photos that are named; the rest is counted. */
const NAMED = 5;

export type BulkRemainsDialogProps = {
  remains: BulkRemains;
  onClose(): void;
  onRetry(ids: readonly string[]): void;
  onDeleteAnyway(ids: readonly string[]): void;
};

/** What a change of many photos could not do, photo by photo, and how to go on. */
export function BulkRemainsDialog({ remains, onClose, onRetry, onDeleteAnyway }: BulkRemainsDialogProps) {
  const { done, failed, left, reason, change } = remains;
  const verb = ({ delete: 'deleted', restore: 'restored', move: 'moved', tag: 'tagged' } as const)[change.action];
  const named = useMemo(() => failed.slice(0, NAMED).map(({ id }) => id), [failed]);
  const photos = usePhotosById(named);
  const needed = failed.filter(({ code }) => code === 'in_use').map(({ id }) => id);
  const isNeeded = reason === null && needed.length === failed.length;
  const rest = [...failed.map(({ id }) => id), ...left];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={isNeeded ? remainsTexts.needed(needed.length) : remainsTexts.notDone(rest.length, verb)}
      description={
        <>
          {reason ?? (isNeeded ? remainsTexts.neededWarning(needed.length) : '')}
          {done > 0 ? ` ${remainsTexts.others(done, verb)}` : ''}
          <span className="mt-3 grid gap-2">
            {failed.slice(0, NAMED).map(({ id, message }) => (
              <span key={id} className="block border-l-2 border-weld-fill pl-3">
                <span className="block truncate font-semibold text-ink">{photos.get(id)?.originalName ?? 'Photo'}</span>
                {message}
              </span>
            ))}
            {failed.length > NAMED ? (
              <span className="block pl-3.5">{mediaTexts.andMore(failed.length - NAMED)}</span>
            ) : null}
          </span>
        </>
      }
      cancelLabel={isNeeded ? remainsTexts.keep(needed.length) : 'Close'}
      confirmLabel={isNeeded ? 'Delete anyway' : 'Try again'}
      destructive={isNeeded}
      onConfirm={() => (isNeeded ? onDeleteAnyway(needed) : onRetry(rest))}
    />
  );
}
