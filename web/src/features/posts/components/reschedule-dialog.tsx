import type { Post } from '@postloom/contracts';
import { use, useId, useState } from 'react';
import { detailOr } from '#lib/api/index.ts';
import { Button, Dialog, DialogCancel, DialogContent, FormError, toast } from '#ui/index.ts';
import { useUpdatePost } from '#data/posts.ts';
import { isPast, pastMessage } from '#lib/past.ts';
import { clockIn, dayIn } from '#lib/month-grid.ts';
import { useNow } from '#lib/use-now.ts';
import { usePostFailure } from '#data/use-post-failure.ts';
import { temporalReady, typedMoment } from '#lib/zoned-time.ts';
import { WhenFields } from '#components/when-fields.tsx';

export type RescheduleProps = { post: Post; timeZone: string; onClose(): void };

/** Another date and time for a post, with a way back. */
export function RescheduleDialog({ post, timeZone, onClose }: RescheduleProps) {
  const temporal = use(temporalReady());
  const [date, setDate] = useState(post.scheduledFor ? dayIn(timeZone, post.scheduledFor) : '');
  const [time, setTime] = useState(post.scheduledFor ? clockIn(timeZone, post.scheduledFor) : '');
  const [error, setError] = useState<string | null>(null);
  const now = useNow();
  const update = useUpdatePost();
  const failed = usePostFailure();
  const id = useId();
  const moment = typedMoment(temporal, date, time, timeZone);
  const save = () => {
    if (!moment) {
      setError('Please choose a date and a time.');
      return;
    }
    if (isPast(moment.instant, Date.now())) {
      setError(pastMessage);
      document.getElementById(`${id}-time`)?.focus();
      return;
    }
    const before = {
      scheduledFor: post.scheduledFor,
      status: post.status === 'scheduled' ? 'scheduled' : 'draft',
    } as const;
    const undo = (version: number) =>
      update
        .mutateAsync({ id: post.id, changes: { ...before, version } })
        .catch((error: unknown) => failed(error, 'The post could not be changed. Please try again.'));
    // There is no way back to a time that has passed.
    const isUndoable = before.scheduledFor === null || !isPast(before.scheduledFor, Date.now());
    const changes = { scheduledFor: moment.instant, status: 'scheduled', version: post.version } as const;
    void update.mutateAsync({ id: post.id, changes }, { onSuccess: onClose }).then(
      (moved) =>
        toast({
          title: 'Post rescheduled',
          tone: 'success',
          ...(isUndoable ? { action: { label: 'Undo', onSelect: () => void undo(moved.version) } } : {}),
        }),
      (failure: unknown) => setError(detailOr(failure, 'Failed to schedule post. Please try again.')),
    );
  };
  return (
    <Dialog open busy={update.isPending} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title="Reschedule"
        footer={
          <>
            <DialogCancel />
            <Button type="submit" form={`${id}-form`} pending={update.isPending} pendingText="Saving...">
              Reschedule
            </Button>
          </>
        }
      >
        <form
          id={`${id}-form`}
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <WhenFields
            date={date}
            time={time}
            onDate={(next) => {
              setDate(next);
              setError(null);
            }}
            onTime={(next) => {
              setTime(next);
              setError(null);
            }}
            timeZone={timeZone}
            now={now}
            moment={moment}
            idPrefix={id}
          />
          <FormError>{error}</FormError>
        </form>
      </DialogContent>
    </Dialog>
  );
}
