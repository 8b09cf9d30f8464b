import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshPhotos } from '#data/photos.ts';
import { toastError } from '#lib/toast-error.ts';
import { toast } from '#ui/toast-store.ts';
import { refreshAfterDeletion } from './api/photos.ts';
import { changePhotos, deleteAnyway, type BulkAction, type BulkOutcome, type Choice } from './bulk.ts';
import { mediaTexts } from './texts.ts';

export type BulkRun = { change: BulkAction; through: number; total: number | null; stop(): void };
/** What could not be done, and of which change. */
export type BulkRemains = BulkOutcome & { change: BulkAction };

function doneText(change: BulkAction, done: number): string {
  if (change.action === 'delete') {
    return mediaTexts.deleted(done);
  }
  return change.albumId === null ? mediaTexts.unsorted(done) : mediaTexts.moved(done);
}

/** Changes many photos: how far it is, and what is left when it ends. */
export function useBulk(businessId: string) {
  const client = useQueryClient();
  const [running, setRunning] = useState<BulkRun | null>(null);
  const [remains, setRemains] = useState<BulkRemains | null>(null);

  async function follow(
    change: BulkAction,
    work: (signal: AbortSignal, onProgress: (through: number, total: number) => void) => Promise<BulkOutcome>,
  ): Promise<void> {
    const run = new AbortController();
    setRemains(null);
    setRunning({ change, through: 0, total: null, stop: () => run.abort() });
    try {
      const outcome = await work(run.signal, (through, total) =>
        setRunning((before) => before && { ...before, through, total }),
      );
      if (outcome.done > 0) {
        toast({ title: mediaTexts.success, description: doneText(change, outcome.done), tone: 'success' });
      }
      if (outcome.failed.length > 0 || outcome.reason !== null) {
        setRemains({ ...outcome, change });
      }
    } catch (error) {
      toastError(error, change.action === 'delete' ? mediaTexts.deleteFailed : mediaTexts.moveFailed);
    } finally {
      setRunning(null);
      void (change.action === 'delete' ? refreshAfterDeletion(client) : refreshPhotos(client));
    }
  }

  return {
    running,
    remains,
    dismiss: () => setRemains(null),
    change: (choice: Choice, change: BulkAction) =>
      follow(change, (signal, onProgress) => changePhotos(businessId, choice, change, signal, onProgress)),
    /** Deletes photos that scheduled posts need; those posts become drafts. */
    deleteAnyway: (ids: readonly string[]) =>
      follow({ action: 'delete' }, (signal, onProgress) => deleteAnyway(businessId, ids, signal, onProgress)),
  };
}
