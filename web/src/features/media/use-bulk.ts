import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshPhotos } from '#data/photos.ts';
import { toastError } from '#lib/toast-error.ts';
import { plural } from '#lib/words.ts';
import { toast } from '#ui/toast-store.ts';
import { refreshAfterDeletion } from './api/photos.ts';
import { changePhotos, deleteAnyway, type BulkAction, type BulkOutcome, type Choice } from './bulk.ts';

export type BulkRun = { change: BulkAction; through: number; total: number | null; stop(): void };
/** What could not be done, and of which change. */
export type BulkRemains = BulkOutcome & { change: BulkAction };

function sayDone({ action, ...change }: BulkAction, done: number): void {
  const many = plural(done, 'photo');
  const words = {
    delete: done === 1 ? 'Photo deleted successfully' : `${many} deleted`,
    move:
      'albumId' in change && change.albumId === null
        ? done === 1
          ? 'Photo removed from album'
          : `${many} removed from their album`
        : done === 1
          ? 'Photo moved to album successfully!'
          : `${many} moved to album successfully!`,
  };
  toast({ title: 'Success', description: words[action], tone: 'success' });
}

/** Changes many photos: how far it is, and what is left when it ends. */
export function useBulk(businessId: string) {
  const client = useQueryClient();
  const [running, setRunning] = useState<BulkRun | null>(null);
  const [remains, setRemains] = useState<BulkRemains | null>(null);

  async function follow(change: BulkAction, work: (run: AbortController) => Promise<BulkOutcome>): Promise<void> {
    const run = new AbortController();
    setRemains(null);
    setRunning({ change, through: 0, total: null, stop: () => run.abort() });
    try {
      const outcome = await work(run);
      if (outcome.done > 0) {
        sayDone(change, outcome.done);
      }
      if (outcome.failed.length > 0 || outcome.reason !== null) {
        setRemains({ ...outcome, change });
      }
    } catch (error) {
      toastError(error, change.action === 'delete' ? 'Failed to delete photo' : 'Failed to move photo to album');
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
      follow(change, ({ signal }) =>
        changePhotos(businessId, choice, change, signal, (through, total) =>
          setRunning((before) => before && { ...before, through, total }),
        ),
      ),
    /** Deletes photos that scheduled posts need; those posts become drafts. */
    deleteAnyway: (ids: readonly string[]) => follow({ action: 'delete' }, () => deleteAnyway(businessId, ids)),
  };
}
