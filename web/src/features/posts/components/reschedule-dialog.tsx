import type { Post } from '@postloom/contracts';
import { use, useId, useState } from 'react';
import { isApiError, messageOr } from '../../../lib/api/index.ts';
import { Button, Dialog, DialogContent, FormError, toast } from '../../../ui/index.ts';
import { useUpdatePost } from '../api/posts.ts';
import { PAST_TOLERANCE_MS, pastMessage } from '../composer-rules.ts';
import { clockIn, dayIn } from '../../../lib/month-grid.ts';
import { useNow } from '../../../lib/use-now.ts';
import { momentOf, temporalReady } from '../zoned-time.ts';
import { WhenFields } from './when-fields.tsx';

export type RescheduleProps = { post: Post; timeZone: string; onClose(): void };

/** Another date and time for a post, with a way back. */
export function RescheduleDialog({ post, timeZone, onClose }: RescheduleProps) {
  const temporal = use(temporalReady());
  const [date, setDate] = useState(post.scheduledFor ? dayIn(timeZone, post.scheduledFor) : '');
  const [time, setTime] = useState(post.scheduledFor ? clockIn(timeZone, post.scheduledFor) : '');
  const [error, setError] = useState<string | null>(null);
  const now = useNow();
  const update = useUpdatePost();
  const id = useId();
  const moment = date && time ? momentOf(temporal, date, time, timeZone) : null;
  const save = () => {
    if (!moment) {
      setError('Please choose a date and a time.');
      return;
    }
    if (Date.parse(moment.instant) < Date.now() - PAST_TOLERANCE_MS) {
      setError(pastMessage);
      document.getElementById(`${id}-time`)?.focus();
      return;
    }
    const before = {
      scheduledFor: post.scheduledFor,
      status: post.status === 'scheduled' ? 'scheduled' : 'draft',
    } as const;
    update.mutate(
      { id: post.id, changes: { scheduledFor: moment.instant, status: 'scheduled', version: post.version } },
      {
        onSuccess: (moved) => {
          toast({
            title: 'Post rescheduled',
            tone: 'success',
            action: {
              label: 'Undo',
              onSelect: () => update.mutate({ id: post.id, changes: { ...before, version: moved.version } }),
            },
          });
          onClose();
        },
        onError: (failure) =>
          setError(
            (isApiError(failure) ? failure.details[0]?.message : undefined) ??
              messageOr(failure, 'Failed to schedule post. Please try again.'),
          ),
      },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title="Reschedule"
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
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
