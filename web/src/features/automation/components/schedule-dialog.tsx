import type { Platform, RecurringSchedule } from '@postloom/contracts';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { applyChange, applyServerErrors, focusesFirst, lazySchema, requestResolver, useOwnField } from '#lib/forms.ts';
import { usePageBusiness } from '#lib/api/index.ts';
import { useKeptEdits } from '#lib/use-kept-edits.ts';
import { Notice } from '#components/notice.tsx';
import { albumOption, useAlbums } from '#data/albums.ts';
import { usePhotoCount } from '#data/photos.ts';
import { formatTime, weekdays } from '#lib/format.ts';
import { texts } from '#lib/texts.ts';
import { offsetOf, zoneName } from '#lib/time-zones.ts';
import { plural } from '#lib/words.ts';
import {
  Button,
  DateField,
  Field,
  FormDialog,
  FormError,
  Input,
  Label,
  NativeSelect,
  Switch,
  TimeField,
  toast,
} from '#ui/index.ts';
import { frequencies } from '#data/rhythm.ts';
import { dayIn } from '#lib/month-grid.ts';
import { useNow } from '#lib/use-now.ts';
import { useCreateSchedule, useUpdateSchedule } from '../api/schedules.ts';
import {
  bodyOf,
  defaultSchedule,
  fieldOfPath,
  hasOtherDays,
  scheduleChanges,
  scheduleProblems,
  valuesOfCopy,
  valuesOfSchedule,
  type ScheduleValues,
} from '../schedule-rules.ts';
import { automationTexts } from '../texts.ts';
import type { PlatformSlot } from './automation-view.tsx';
import { OwnChangesNotice } from './own-changes-notice.tsx';

export type ScheduleDialogProps = {
  /** Edits this one; null makes a new one. */
  schedule: RecurringSchedule | null;
  /** What a new one starts with. */
  copyOf?: RecurringSchedule | null;
  timeZone: string;
  connected: ReadonlySet<Platform>;
  /** Platforms whose account must be reconnected. */
  waiting: ReadonlySet<Platform>;
  onUpload(): void;
  platformPicker(slot: PlatformSlot): ReactNode;
  onClose(): void;
};

type Known = Parameters<typeof scheduleProblems>[1];

const schema = lazySchema(() => import('../schedule-schemas.ts').then(({ ScheduleInput }) => ScheduleInput));
const resolver = requestResolver<ScheduleValues, Known>({
  schema,
  problemsOf: scheduleProblems,
  bodyOf,
  fieldOf: fieldOfPath,
});

/** Creates or edits a recurring schedule. */
export default function ScheduleDialog({
  schedule,
  copyOf,
  timeZone,
  connected,
  waiting,
  onUpload,
  platformPicker,
  onClose,
}: ScheduleDialogProps) {
  const now = useNow();
  const today = dayIn(timeZone, now);
  const form = useForm<ScheduleValues, Known>({
    resolver,
    context: { offered: connected.union(waiting), today, isNew: schedule === null },
    defaultValues: schedule ? valuesOfSchedule(schedule) : copyOf ? valuesOfCopy(copyOf, today) : defaultSchedule,
    reValidateMode: 'onSubmit',
  });
  const { control, handleSubmit, setError } = form;
  const businessId = usePageBusiness();
  const forget = useKeptEdits(`schedule.${schedule?.id ?? `new.${copyOf?.id ?? businessId}`}`, form);
  const values = useWatch({ control }) as ScheduleValues;
  const [nameRef, nameError] = useOwnField(control, 'name');
  const [timeOfDayRef, timeOfDayError] = useOwnField(control, 'timeOfDay');
  const [startDateRef, startDateError] = useOwnField(control, 'startDate');
  const [endDateRef, endDateError] = useOwnField(control, 'endDate');
  const [albumIdRef, albumIdError] = useOwnField(control, 'albumId');
  const [platformsRef, platformsError] = useOwnField(control, 'platforms');
  const [formError, setFormError] = useState<string | null>(null);
  const { albums, isPending: albumsPending } = useAlbums();
  const photoCount = usePhotoCount();
  const create = useCreateSchedule();
  const update = useUpdateSchedule();
  const id = useId();
  const busy = create.isPending || update.isPending;
  useEffect(() => schema.prefetch(), []);

  const change = (part: Partial<ScheduleValues>) => {
    applyChange(form, part, { useAllPhotos: ['albumId'], startDate: ['endDate'] });
    setFormError(null);
  };
  const send = (checked: ScheduleValues) => {
    const done = (description: string) => () => {
      forget();
      toast({ title: automationTexts.success, description, tone: 'success' });
    };
    const failed = (fallback: string) => (error: unknown) => {
      const sentence = applyServerErrors(error, fieldOfPath, setError, fallback);
      setFormError(sentence);
      if (sentence !== null) {
        toast({ title: texts.error, description: sentence, tone: 'error' });
      }
    };
    if (schedule) {
      void update
        .mutateAsync({ id: schedule.id, changes: scheduleChanges(schedule, checked) }, { onSuccess: onClose })
        .then(done(automationTexts.updated), failed(automationTexts.updateFailed));
    } else {
      void create
        .mutateAsync(bodyOf(checked), { onSuccess: onClose })
        .then(done(automationTexts.created), failed(automationTexts.createFailed));
    }
  };

  return (
    <FormDialog
      title={schedule ? 'Edit Schedule' : 'Create Schedule'}
      width="lg"
      submitLabel={schedule ? 'Save Changes' : 'Create Schedule'}
      pending={busy}
      onSubmit={() => {
        setFormError(null);
        void handleSubmit(send)();
      }}
      onCancel={forget}
      onClose={onClose}
    >
      <Field label="Name" required error={nameError}>
        <Input
          ref={nameRef}
          maxLength={200}
          placeholder="Photo of the day"
          value={values.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <div className="grid gap-4 min-[420px]:grid-cols-2">
        <Field label="Frequency" hint={values.frequency === 'weekly' ? undefined : automationTexts.weekdaysElsewhere}>
          <NativeSelect
            value={values.frequency}
            onChange={(event) => change({ frequency: event.target.value as ScheduleValues['frequency'] })}
          >
            {frequencies.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field
          label="Time"
          required
          error={timeOfDayError}
          hint={automationTexts.nowThere(zoneName(timeZone), offsetOf(timeZone, now), formatTime(now, timeZone))}
        >
          <TimeField ref={timeOfDayRef} value={values.timeOfDay} onChange={(time) => change({ timeOfDay: time })} />
        </Field>
      </div>
      {values.frequency === 'weekly' ? (
        <WeekdayPicker value={values.weekdays} onChange={(days) => change({ weekdays: days })} />
      ) : null}
      <div className="grid gap-4 min-[420px]:grid-cols-2">
        <Field label="First day" hint={schedule ? undefined : 'Leave empty to start today.'} error={startDateError}>
          <DateField
            ref={startDateRef}
            {...(schedule ? {} : { min: today })}
            today={today}
            clearable
            value={values.startDate}
            onChange={(day) => change({ startDate: day })}
          />
        </Field>
        <Field label="Last day" hint="Leave empty to run until you stop it." error={endDateError}>
          <DateField
            ref={endDateRef}
            min={values.startDate || today}
            today={today}
            clearable
            value={values.endDate}
            onChange={(day) => change({ endDate: day })}
          />
        </Field>
      </div>
      {schedule && hasOtherDays(schedule, values) ? <OwnChangesNotice schedule={schedule} /> : null}
      {values.frequency === 'monthly' ? <p className="-mt-2 text-sm text-muted">{automationTexts.monthly}</p> : null}
      <div className="grid gap-3 rounded-card border border-line p-4">
        <div className="flex items-center justify-between gap-4">
          <div className="grid gap-0.5">
            <Label htmlFor={`${id}-all`}>Use all photos</Label>
            <p id={`${id}-all-hint`} className="text-sm text-muted">
              {automationTexts.rotation}
              {values.useAllPhotos ? ` ${automationTexts.oneAlbum}` : null}
            </p>
          </div>
          <Switch
            id={`${id}-all`}
            aria-describedby={`${id}-all-hint`}
            checked={values.useAllPhotos}
            onCheckedChange={(useAllPhotos) => change({ useAllPhotos })}
          />
        </div>
        {photoCount === 0 ? (
          <Notice
            action={
              <Button size="sm" onClick={onUpload}>
                Upload Photos
              </Button>
            }
          >
            {automationTexts.needsPhotos}
          </Notice>
        ) : null}
        {values.useAllPhotos ? null : albums.length === 0 && !albumsPending ? (
          <p ref={focusesFirst(albumIdRef)} className="text-sm text-muted">
            No albums created yet. Use all photos instead.
            {albumIdError ? (
              <span role="alert" className="mt-1 block font-medium text-madder">
                {albumIdError}
              </span>
            ) : null}
          </p>
        ) : (
          <Field label="Album" required error={albumIdError}>
            <NativeSelect
              ref={albumIdRef}
              value={values.albumId}
              onChange={(event) => change({ albumId: event.target.value })}
            >
              <option value="">Choose an album</option>
              {albums.map((album) => (
                <option key={album.id} value={album.id}>
                  {albumOption(album)} ({plural(album.photoCount, 'photo')})
                </option>
              ))}
            </NativeSelect>
          </Field>
        )}
      </div>
      <div ref={focusesFirst(platformsRef)}>
        {platformPicker({
          value: values.platforms,
          onChange: (chosen) => change({ platforms: chosen }),
          error: platformsError,
        })}
      </div>
      <FormError>{formError}</FormError>
    </FormDialog>
  );
}

function WeekdayPicker({ value, onChange }: { value: readonly number[]; onChange(days: readonly number[]): void }) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="pb-1.5 text-sm font-semibold">Weekdays</legend>
      <div className="grid grid-cols-7 gap-1">
        {weekdays.map(({ iso: day, name, short }) => {
          const on = value.includes(day);
          return (
            <Button
              key={day}
              variant="secondary"
              size="sm"
              chosen={on}
              aria-pressed={on}
              aria-label={`${short}, ${name}`}
              className="px-0"
              onClick={() => onChange(on ? value.filter((one) => one !== day) : [...value, day])}
            >
              {short}
            </Button>
          );
        })}
      </div>
      <p className="text-sm text-muted">{automationTexts.weekdaysHint[value.length === 0 ? 'none' : 'some']}</p>
    </fieldset>
  );
}
