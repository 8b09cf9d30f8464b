import type { Occurrence, RecurringSchedule } from '@postloom/contracts';
import { useId, useState, type ReactNode } from 'react';
import { detailOr } from '#lib/api/index.ts';
import { formatClock, formatInstant } from '#lib/format.ts';
import { placeOf } from '#lib/time-zones.ts';
import { Button, Dialog, DialogCancel, DialogContent, Field, FormError, Input, Textarea, toast } from '#ui/index.ts';
import { clockIn } from '#lib/month-grid.ts';
import { useChangeOccurrence } from '../api/schedules.ts';
import { occurrenceChanges } from '../schedule-rules.ts';
import type { PhotoSlot } from './automation-view.tsx';

export type OccurrenceDialogProps = {
  schedule: RecurringSchedule;
  occurrence: Occurrence;
  photoPicker(slot: PhotoSlot): ReactNode;
  onClose(): void;
};

/** One occurrence alone: another caption, photo or time of the same day. The schedule stays as it is. */
export default function OccurrenceDialog({ schedule, occurrence, photoPicker, onClose }: OccurrenceDialogProps) {
  const timeOfDay = clockIn(schedule.timeZone, occurrence.dueAt);
  const [edit, setEdit] = useState({ caption: occurrence.caption ?? '', photoId: occurrence.photoId, timeOfDay });
  const [error, setError] = useState<string | null>(null);
  const change = useChangeOccurrence();
  const id = useId();
  // While it is planned the only photo it can have is the person's; later the schedule has picked one.
  const isOwnPhoto = edit.photoId !== null && (occurrence.status === 'planned' || edit.photoId !== occurrence.photoId);
  const save = () => {
    if (edit.timeOfDay === '') {
      setError('Invalid time format');
      return;
    }
    const changes = occurrenceChanges(occurrence, { timeOfDay, ruleTime: schedule.timeOfDay }, edit);
    if (!changes) {
      onClose();
      return;
    }
    void change.mutateAsync({ id: schedule.id, localSlot: occurrence.localSlot, changes }, { onSuccess: onClose }).then(
      (saved) =>
        toast({
          title: 'Success',
          description: `The post of ${formatInstant(saved.dueAt, schedule.timeZone)} was changed.`,
          tone: 'success',
        }),
      (failure: unknown) => setError(detailOr(failure, 'Failed to update schedule')),
    );
  };
  return (
    <Dialog open busy={change.isPending} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title="Edit this post"
        description={`Only the post of ${formatInstant(occurrence.dueAt, schedule.timeZone)} changes. The schedule stays as it is.`}
        width="lg"
        footer={
          <>
            <DialogCancel />
            <Button type="submit" form={`${id}-form`} pending={change.isPending} pendingText="Saving...">
              Save
            </Button>
          </>
        }
      >
        <form
          id={`${id}-form`}
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Field
            label="Caption"
            hint="Empty: a caption is written for you shortly before it is due, as your preferences say."
          >
            <Textarea
              rows={5}
              value={edit.caption}
              onChange={(event) => {
                setEdit({ ...edit, caption: event.target.value });
                setError(null);
              }}
            />
          </Field>
          <Field
            label="Time"
            hint={`On the same day, in ${placeOf(schedule.timeZone)}. The schedule says ${formatClock(schedule.timeOfDay)}.`}
            className="max-w-60"
          >
            <Input
              type="time"
              value={edit.timeOfDay}
              onChange={(event) => {
                setEdit({ ...edit, timeOfDay: event.target.value });
                setError(null);
              }}
            />
          </Field>
          <fieldset className="grid min-w-0 gap-2">
            <legend className="pb-1.5 text-sm font-semibold">Photo</legend>
            <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
              {isOwnPhoto ? (
                <>
                  <p>You chose the photo.</p>
                  <Button
                    variant="link"
                    size="sm"
                    onClick={() =>
                      setEdit({ ...edit, photoId: occurrence.status === 'planned' ? null : occurrence.photoId })
                    }
                  >
                    Use the next in rotation
                  </Button>
                </>
              ) : edit.photoId ? (
                <p>The schedule picked this photo. Choose another one here to change it.</p>
              ) : (
                <p>The least recently used photo, unless you choose one here.</p>
              )}
            </div>
            {photoPicker({
              value: edit.photoId,
              onChange: (photo) => setEdit((now) => ({ ...now, photoId: photo?.id ?? null })),
            })}
          </fieldset>
          <FormError>{error}</FormError>
        </form>
      </DialogContent>
    </Dialog>
  );
}
