import type { Occurrence, RecurringSchedule } from '@postloom/contracts';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import type { PhotoSlot } from '#components/photo-slot.ts';
import { useAlbums } from '#data/albums.ts';
import { formatClock, formatInstant } from '#lib/format.ts';
import { applyChange, applyServerErrors, focusesFirst, lazySchema, requestResolver, useOwnField } from '#lib/forms.ts';
import { useKeptEdits } from '#lib/use-kept-edits.ts';
import { zoneName } from '#lib/time-zones.ts';
import { Button, Field, FormDialog, FormError, Textarea, TimeField, toast } from '#ui/index.ts';
import { clockIn } from '#lib/month-grid.ts';
import { useChangeOccurrence } from '../api/schedules.ts';
import { occurrenceChanges, type OccurrenceEdit } from '../occurrence-rules.ts';
import { occurrenceTexts } from '../occurrence-texts.ts';
import { automationTexts } from '../texts.ts';
import { useSkip } from '../use-skip.ts';

export type OccurrenceDialogProps = {
  schedule: RecurringSchedule;
  occurrence: Occurrence;
  /** Away from the list of the schedule, which skips a post itself: what else can be done with it is offered here. */
  isAway?: boolean;
  photoPicker(slot: PhotoSlot): ReactNode;
  onClose(): void;
};

type Known = { changesOf(edit: OccurrenceEdit): ReturnType<typeof occurrenceChanges> };

const fieldOf = (path: string) => (path === 'caption' || path === 'photoId' || path === 'timeOfDay' ? path : null);
const resolver = requestResolver<OccurrenceEdit, Known>({
  schema: lazySchema(() => import('../schedule-schemas.ts').then(({ OccurrenceChanges }) => OccurrenceChanges)),
  problemsOf: () => ({}),
  bodyOf: (edit, { changesOf }) => changesOf(edit) ?? {},
  fieldOf,
});

/** One occurrence alone: another caption, photo or time of the same day. The schedule stays as it is. */
export default function OccurrenceDialog(props: OccurrenceDialogProps) {
  const { schedule, occurrence, isAway = false, photoPicker, onClose } = props;
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
  const forget = useKeptEdits(`occurrence.${schedule.id}.${occurrence.localSlot}`, form);
  const [captionRef, captionError, caption] = useOwnField(control, 'caption');
  const [timeRef, timeError, time] = useOwnField(control, 'timeOfDay');
  const [photoRef, photoError, photoId] = useOwnField(control, 'photoId');
  const [formError, setFormError] = useState<string | null>(null);
  const change = useChangeOccurrence();
  const skipping = useSkip(schedule, occurrence);
  const album = useAlbums().albums.find(({ id }) => !schedule.useAllPhotos && id === schedule.albumId);
  // While it is planned the only photo it can have is the person's; later the schedule has picked one.
  const isOwnPhoto = photoId !== null && (occurrence.status === 'planned' || photoId !== occurrence.photoId);
  const edit = (part: Partial<OccurrenceEdit>) => {
    applyChange(form, part);
    setFormError(null);
  };
  const close = () => {
    forget();
    onClose();
  };
  const save = (checked: OccurrenceEdit) => {
    const changes = changesOf(checked);
    if (!changes) {
      close();
      return;
    }
    void change.mutateAsync({ id: schedule.id, localSlot: occurrence.localSlot, changes }, { onSuccess: onClose }).then(
      (saved) => {
        forget();
        toast({
          title: automationTexts.success,
          description: occurrenceTexts.edited(formatInstant(saved.dueAt, schedule.timeZone)),
          tone: 'success',
        });
      },
      (error: unknown) => setFormError(applyServerErrors(error, fieldOf, setError, automationTexts.updateFailed)),
    );
  };
  return (
    <FormDialog
      title="Edit this post"
      description={occurrenceTexts.editOnly(formatInstant(occurrence.dueAt, schedule.timeZone), schedule.name)}
      width="lg"
      submitLabel="Save"
      pending={change.isPending}
      disabled={skipping.isPending}
      onSubmit={() => {
        setFormError(null);
        void handleSubmit(save)();
      }}
      onCancel={forget}
      onClose={onClose}
    >
      <Field label="Caption" error={captionError} hint={occurrenceTexts.captionHint}>
        <Textarea
          ref={captionRef}
          rows={5}
          value={caption}
          onChange={(event) => edit({ caption: event.target.value })}
        />
      </Field>
      <Field
        label="Time"
        error={timeError}
        hint={occurrenceTexts.timeHint(zoneName(schedule.timeZone), formatClock(schedule.timeOfDay))}
      >
        <TimeField ref={timeRef} value={time} onChange={(clock) => edit({ timeOfDay: clock })} />
      </Field>
      <fieldset ref={focusesFirst(photoRef)} className="grid min-w-0 gap-2">
        <legend className="pb-1.5 text-sm font-semibold">Photo</legend>
        <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
          {isOwnPhoto ? (
            <>
              <p>{occurrenceTexts.photo.own}</p>
              <Button
                variant="link"
                size="sm"
                onClick={() => edit({ photoId: occurrence.status === 'planned' ? null : occurrence.photoId })}
              >
                Use the next photo in the rotation
              </Button>
            </>
          ) : photoId ? (
            <p>{occurrenceTexts.photo.picked}</p>
          ) : (
            <p>{occurrenceTexts.photo.next(album?.name)}</p>
          )}
        </div>
        {photoPicker({
          value: photoId,
          onChange: (picked) => edit({ photoId: picked?.id ?? null }),
        })}
        {photoError ? (
          <p role="alert" className="text-sm font-medium text-madder">
            {photoError}
          </p>
        ) : null}
      </fieldset>
      {isAway ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="secondary"
            size="sm"
            disabled={change.isPending}
            pending={skipping.isPending}
            // A skipped post goes from the calendar: from there only the message leads back to it.
            onClick={() => skipping.setSkip(true, { onDone: close, hasWayBack: true })}
          >
            Skip this post
          </Button>
          <Button asChild variant="link" size="sm">
            <Link href="/automation">Whole schedule</Link>
          </Button>
        </div>
      ) : null}
      <FormError>{formError}</FormError>
    </FormDialog>
  );
}
