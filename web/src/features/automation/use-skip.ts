import type { Occurrence, RecurringSchedule } from '@postloom/contracts';
import { formatInstant } from '#lib/format.ts';
import { toastError } from '#lib/toast-error.ts';
import { toast } from '#ui/index.ts';
import { useChangeOccurrence } from './api/schedules.ts';
import { automationTexts } from './texts.ts';

type SkipOptions = {
  onDone?(): void;
  /** The message leads back, where nothing else does. */
  hasWayBack?: boolean;
};

/** Skips one post of a schedule, or takes it up again, and says so. */
export function useSkip({ name, timeZone }: RecurringSchedule, { scheduleId, localSlot, dueAt }: Occurrence) {
  const change = useChangeOccurrence();
  const setSkip = (skip: boolean, { onDone, hasWayBack = false }: SkipOptions = {}): void =>
    void change.mutateAsync({ id: scheduleId, localSlot, changes: { skip } }).then(
      () => {
        onDone?.();
        toast({
          title: skip ? automationTexts.skipped : automationTexts.unskipped,
          description: automationTexts.postOf(name, formatInstant(dueAt, timeZone)),
          tone: 'success',
          ...(hasWayBack && { action: { label: automationTexts.postAfterAll, onSelect: () => setSkip(!skip) } }),
        });
      },
      (error: unknown) => toastError(error, automationTexts.updateFailed),
    );
  return { setSkip, isPending: change.isPending };
}
