import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshPhotos } from '#data/photos.ts';
import { toastError } from '#lib/toast-error.ts';
import { refreshAfterDeletion } from './api/photos.ts';
import type { BulkAction, BulkOutcome, Choice, Progress, UndoStep } from './bulk.ts';
import { mediaTexts } from './texts.ts';

export type BulkRun = { change: BulkAction; through: number; total: number | null; stop(): void };
/** What could not be done, and of which change. */
export type BulkRemains = BulkOutcome & { change: BulkAction };
type Run = { signal: AbortSignal; stop(): void };
type Work = (signal: AbortSignal, onProgress: Progress) => Promise<BulkOutcome>;

/** Comes with the first change of many photos. */
const bulkWork = () => import('./bulk.ts');

const failures = {
  delete: mediaTexts.deleteFailed,
  restore: mediaTexts.restoreFailed,
  move: mediaTexts.moveFailed,
  tag: mediaTexts.tagFailed,
} as const;

export type Bulk = ReturnType<typeof useBulk>;

/** Changes many photos: how far it is, and what is left when it ends. */
export function useBulk(businessId: string) {
  const client = useQueryClient();
  const [running, setRunning] = useState<BulkRun | null>(null);
  const [remains, setRemains] = useState<BulkRemains | null>(null);

  /** Carries one change out: how far it is, and what remains of it. */
  async function follow(change: BulkAction, { signal, stop }: Run, work: Work): Promise<BulkOutcome> {
    setRunning({ change, through: 0, total: null, stop });
    const outcome = await work(signal, (through, total) =>
      setRunning((before) => before && { ...before, through, total }),
    );
    if (outcome.failed.length > 0 || outcome.reason !== null) {
      setRemains({ ...outcome, change });
    }
    return outcome;
  }

  /** What a person begins: it can be stopped, and photos are read anew however it ends. */
  async function begin(failure: string, refresh: typeof refreshPhotos, act: (run: Run) => Promise<void>) {
    const controller = new AbortController();
    setRemains(null);
    try {
      await act({ signal: controller.signal, stop: () => controller.abort() });
    } catch (error) {
      toastError(error, failure);
    } finally {
      setRunning(null);
      void refresh(client);
    }
  }

  const start = (change: BulkAction, work: Work) =>
    begin(failures[change.action], change.action === 'delete' ? refreshAfterDeletion : refreshPhotos, async (run) => {
      const outcome = await follow(change, run, work);
      const { undoSteps, sayChanged } = await bulkWork();
      const steps = undoSteps(change, outcome.before);
      const action = { label: 'Undo', onSelect: () => void undo(steps) };
      sayChanged(change, outcome, steps.length > 0 ? action : undefined);
    });

  /** Takes a change back, part by part, until one was stopped or could not be taken back whole. */
  const undo = (steps: readonly UndoStep[]) =>
    begin(mediaTexts.undoFailed, refreshPhotos, async (run) => {
      const count = { done: 0, gone: 0 };
      for (const { ids, change } of steps) {
        const { done, gone } = await follow(change, run, async (...how) =>
          (await bulkWork()).changePhotos(businessId, { ids }, change, ...how),
        );
        if (done + gone < ids.length) {
          return;
        }
        count.done += done;
        count.gone += gone;
      }
      (await bulkWork()).sayUndone(count);
    });

  return {
    running,
    remains,
    dismiss: () => setRemains(null),
    change: (choice: Choice, change: BulkAction) =>
      start(change, async (...how) => (await bulkWork()).changePhotos(businessId, choice, change, ...how)),
    /** Deletes photos that scheduled posts need; those posts become drafts. */
    deleteAnyway: (ids: readonly string[]) =>
      start({ action: 'delete' }, async (...how) => (await bulkWork()).deleteAnyway(businessId, ids, ...how)),
  };
}
