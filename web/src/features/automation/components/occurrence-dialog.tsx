import type { Occurrence, RecurringSchedule } from '@postloom/contracts';
import { useId, useState, type ReactNode } from 'react';
import { useController, useForm } from 'react-hook-form';
import { formatClock, formatInstant } from '#lib/format.ts';
import { applyChange, applyServerErrors, focusesFirst, lazySchema, requestResolver } from '#lib/forms.ts';
import { zoneName } from '#lib/time-zones.ts';
import {
  Button,
  Dialog,
  DialogCancel,
  DialogContent,
  Field,
  FormError,
  Textarea,
  TimeField,
  toast,
} from '#ui/index.ts';
import { clockIn } from '#lib/month-grid.ts';
import { useChangeOccurrence } from '../api/schedules.ts';
import { occurrenceChanges, type OccurrenceEdit } from '../schedule-rules.ts';
import type { PhotoSlot } from './automation-view.tsx';

export type OccurrenceDialogProps = {
  schedule: RecurringSchedule;
  occurrence: Occurrence;
  photoPicker(slot: PhotoSlot): ReactNode;
  onClose(): void;
};

type Known = { changesOf(edit: OccurrenceEdit): ReturnType<typeof occurrenceChanges> };

const fieldOf = (path: string) => (path === 'caption' || path === 'photoId' || path === 'timeOfDay' ? path : null);
const resolver = requestResolver<OccurrenceEdit, Known>({
  schema: lazySchema(() => import('../schemas.ts').then(({ OccurrenceChanges }) => OccurrenceChanges)),
  problemsOf: () => ({}),
  bodyOf: (edit, { changesOf }) => changesOf(edit) ?? {},
  fieldOf,
});

/** One occurrence alone: another caption, photo or time of the same day. The schedule stays as it is. */
export default function OccurrenceDialog({ schedule, occurrence, photoPicker, onClose }: OccurrenceDialogProps) {
  const timeOfDay = clockIn(schedule.timeZone, occurrence.dueAt);
  const changesOf = (edit: OccurrenceEdit) =>
    occurrenceChanges(occurrence, { timeOfDay, ruleTime: schedule.timeOfDay }, edit);
  const form = useForm<OccurrenceEdit, Known>({
    resolver,
    context: { changesOf },
    defaultValues: { caption: occurrence.caption ?? '', photoId: occurrence.photoId, timeOfDay },
    reValidateMode: 'onSubmit',
  });
  const { control, handleSubmit, setError } = form;
  const caption = useController({ control, name: 'caption' });
  const time = useController({ control, name: 'timeOfDay' });
  const photo = useController({ control, name: 'photoId' });
  const photoId = photo.field.value;
  const [formError, setFormError] = useState<string | null>(null);
  const change = useChangeOccurrence();
  const id = useId();
  // While it is planned the only photo it can have is the person's; later the schedule has picked one.
  const isOwnPhoto = photoId !== null && (occurrence.status === 'planned' || photoId !== occurrence.photoId);
  const edit = (part: Partial<OccurrenceEdit>) => {
    applyChange(form, part);
    setFormError(null);
  };
  const save = (checked: OccurrenceEdit) => {
    const changes = changesOf(checked);
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
      (error: unknown) => setFormError(applyServerErrors(error, fieldOf, setError, 'Failed to update schedule')),
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
            setFormError(null);
            void handleSubmit(save)();
          }}
        >
          <Field
            label="Caption"
            error={caption.fieldState.error?.message}
            hint="Leave empty to have one written for you shortly before it goes out, with your caption preferences."
          >
            <Textarea
              ref={caption.field.ref}
              rows={5}
              value={caption.field.value}
              onChange={(event) => edit({ caption: event.target.value })}
            />
          </Field>
          <Field
            label="Time"
            error={time.fieldState.error?.message}
            hint={`On the same day, in ${zoneName(schedule.timeZone)}. The schedule posts at ${formatClock(schedule.timeOfDay)}.`}
            className="max-w-60"
          >
            <TimeField ref={time.field.ref} value={time.field.value} onChange={(clock) => edit({ timeOfDay: clock })} />
          </Field>
          <fieldset ref={focusesFirst(photo.field.ref)} className="grid min-w-0 gap-2">
            <legend className="pb-1.5 text-sm font-semibold">Photo</legend>
            <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
              {isOwnPhoto ? (
                <>
                  <p>You chose the photo.</p>
                  <Button
                    variant="link"
                    size="sm"
                    onClick={() => edit({ photoId: occurrence.status === 'planned' ? null : occurrence.photoId })}
                  >
                    Use the next in rotation
                  </Button>
                </>
              ) : photoId ? (
                <p>The schedule picked this photo. Choose another one to change it.</p>
              ) : (
                <p>The photo used longest ago, unless you choose one here.</p>
              )}
            </div>
            {photoPicker({
              value: photoId,
              onChange: (picked) => edit({ photoId: picked?.id ?? null }),
            })}
            {photo.fieldState.error ? (
              <p role="alert" className="text-sm font-medium text-madder">
                {photo.fieldState.error.message}
              </p>
            ) : null}
          </fieldset>
          <FormError>{formError}</FormError>
        </form>
      </DialogContent>
    </Dialog>
  );
}
