import type { Platform, RecurringSchedule } from '@postloom/contracts';
import { useId, useRef, useState, type ReactNode } from 'react';
import { isApiError, messageOr } from '#lib/api/index.ts';
import { cn } from '#lib/cn.ts';
import { useAlbums } from '#data/albums.ts';
import { formatTime, weekdays } from '#lib/format.ts';
import { offsetOf, placeOf } from '#lib/time-zones.ts';
import { plural } from '#lib/words.ts';
import {
  Button,
  Dialog,
  DialogCancel,
  DialogContent,
  Field,
  FormError,
  Input,
  Label,
  NativeSelect,
  Switch,
  toast,
} from '#ui/index.ts';
import { dayIn } from '#lib/month-grid.ts';
import { useNow } from '#lib/use-now.ts';
import { useCreateSchedule, useUpdateSchedule } from '../api/schedules.ts';
import {
  bodyOf,
  defaultSchedule,
  frequencies,
  scheduleFieldOrder,
  scheduleProblems,
  scheduleProblemsOfServer,
  valuesOfSchedule,
  type ScheduleProblems,
  type ScheduleValues,
} from '../schedule-rules.ts';
import type { PlatformSlot } from './automation-view.tsx';

export type ScheduleDialogProps = {
  /** Edits this one; null makes a new one. */
  schedule: RecurringSchedule | null;
  timeZone: string;
  connected: ReadonlySet<Platform>;
  /** Platforms whose account must be reconnected. */
  waiting: ReadonlySet<Platform>;
  platformPicker(slot: PlatformSlot): ReactNode;
  onClose(): void;
};

/** Creates or edits a recurring schedule. */
export default function ScheduleDialog({
  schedule,
  timeZone,
  connected,
  waiting,
  platformPicker,
  onClose,
}: ScheduleDialogProps) {
  const [values, setValues] = useState<ScheduleValues>(() => (schedule ? valuesOfSchedule(schedule) : defaultSchedule));
  const [problems, setProblems] = useState<ScheduleProblems>({});
  const [formError, setFormError] = useState<string | null>(null);
  const { albums, isPending: albumsPending } = useAlbums();
  const create = useCreateSchedule();
  const update = useUpdateSchedule();
  const now = useNow();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const today = dayIn(timeZone, now);
  const busy = create.isPending || update.isPending;

  const change = (part: Partial<ScheduleValues>) => {
    setValues((before) => ({ ...before, ...part }));
    const fields = [...Object.keys(part), ...('useAllPhotos' in part ? ['albumId'] : [])];
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))));
    setFormError(null);
  };
  const show = (found: ScheduleProblems) => {
    setProblems(found);
    const first = scheduleFieldOrder.find((field) => found[field]);
    if (!first) {
      return;
    }
    setTimeout(() => {
      const own = document.getElementById(`${id}-${first}`);
      const group = form.current?.querySelector<HTMLElement>(`[data-field="${first}"]`);
      (own ?? group?.querySelector<HTMLElement>('[role="checkbox"], button'))?.focus();
    });
  };
  const save = () => {
    setFormError(null);
    const found = scheduleProblems(values, { offered: connected.union(waiting), today, isNew: schedule === null });
    show(found);
    if (Object.keys(found).length > 0) {
      return;
    }
    const done = (description: string) => () => toast({ title: 'Success', description, tone: 'success' });
    const failed = (fallback: string) => (error: unknown) => {
      const refused = scheduleProblemsOfServer(isApiError(error) ? error.details : []);
      if (Object.keys(refused.problems).length > 0) {
        show(refused.problems);
        if (refused.rest.length > 0) {
          setFormError(refused.rest.join(' '));
        }
        return;
      }
      const sentence = messageOr(error, fallback);
      setFormError(sentence);
      toast({ title: 'Error', description: sentence, tone: 'error' });
    };
    const body = bodyOf(values);
    if (schedule) {
      // Without a first day the one it has stays.
      const { startDate, ...rest } = body;
      const changes = startDate && startDate !== schedule.startDate ? { ...rest, startDate } : rest;
      void update
        .mutateAsync({ id: schedule.id, changes }, { onSuccess: onClose })
        .then(done('Schedule updated successfully!'), failed('Failed to update schedule'));
    } else {
      void create
        .mutateAsync(body, { onSuccess: onClose })
        .then(done('Recurring schedule created successfully!'), failed('Failed to create recurring schedule'));
    }
  };

  return (
    <Dialog open busy={busy} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={schedule ? 'Edit Schedule' : 'Create Schedule'}
        width="lg"
        footer={
          <>
            <DialogCancel />
            <Button type="submit" form={`${id}-form`} pending={busy} pendingText="Saving...">
              {schedule ? 'Save Changes' : 'Create Schedule'}
            </Button>
          </>
        }
      >
        <form
          ref={form}
          id={`${id}-form`}
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) {
              save();
            }
          }}
        >
          <Field label="Name" required error={problems.name}>
            <Input
              id={`${id}-name`}
              maxLength={200}
              placeholder="Bread of the day"
              value={values.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          </Field>
          <div className="grid gap-2">
            <div className="grid gap-4 min-[420px]:grid-cols-2">
              <Field label="Frequency">
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
              <Field label="Time" required error={problems.timeOfDay}>
                <Input
                  id={`${id}-timeOfDay`}
                  type="time"
                  value={values.timeOfDay}
                  onChange={(event) => change({ timeOfDay: event.target.value })}
                />
              </Field>
            </div>
            <p className="text-sm text-muted">
              Times are in {placeOf(timeZone)} ({offsetOf(timeZone, now)}), where it is now {formatTime(now, timeZone)}.
            </p>
          </div>
          {values.frequency === 'weekly' ? (
            <WeekdayPicker value={values.weekdays} onChange={(days) => change({ weekdays: days })} />
          ) : null}
          <div className="grid gap-4 min-[420px]:grid-cols-2">
            <Field label="First day" hint={schedule ? undefined : 'Empty: today.'} error={problems.startDate}>
              <Input
                id={`${id}-startDate`}
                type="date"
                min={schedule ? undefined : today}
                max="2100-12-31"
                value={values.startDate}
                onChange={(event) => change({ startDate: event.target.value })}
              />
            </Field>
            <Field label="Last day" hint="Empty: until you stop it." error={problems.endDate}>
              <Input
                id={`${id}-endDate`}
                type="date"
                min={values.startDate || today}
                max="2100-12-31"
                value={values.endDate}
                onChange={(event) => change({ endDate: event.target.value })}
              />
            </Field>
          </div>
          {values.frequency === 'monthly' ? (
            <p className="-mt-2 text-sm text-muted">
              It repeats on the day of the month of the first day; a month without that day takes its last one.
            </p>
          ) : null}
          <div className="grid gap-3 rounded-card border border-line p-4">
            <div className="flex items-center justify-between gap-4">
              <div className="grid gap-0.5">
                <Label htmlFor={`${id}-all`}>Use all photos</Label>
                <p id={`${id}-all-hint`} className="text-sm text-muted">
                  The least recently used first, each once before any comes again.
                </p>
              </div>
              <Switch
                id={`${id}-all`}
                aria-describedby={`${id}-all-hint`}
                checked={values.useAllPhotos}
                onCheckedChange={(useAllPhotos) => change({ useAllPhotos })}
              />
            </div>
            {values.useAllPhotos ? null : albums.length === 0 && !albumsPending ? (
              <p className="text-sm text-muted">
                No albums created yet. Create your first album in the Media Library.
                {problems.albumId ? (
                  <span role="alert" className="mt-1 block font-medium text-madder">
                    {problems.albumId}
                  </span>
                ) : null}
              </p>
            ) : (
              <Field label="Album" required error={problems.albumId}>
                <NativeSelect
                  id={`${id}-albumId`}
                  value={values.albumId}
                  onChange={(event) => change({ albumId: event.target.value })}
                >
                  <option value="">Choose an album</option>
                  {albums.map((album) => (
                    <option key={album.id} value={album.id}>
                      {album.name} ({plural(album.photoCount, 'photo')})
                    </option>
                  ))}
                </NativeSelect>
              </Field>
            )}
          </div>
          <div data-field="platforms">
            {platformPicker({
              value: values.platforms,
              onChange: (platforms) => change({ platforms }),
              error: problems.platforms,
            })}
          </div>
          <FormError>{formError}</FormError>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function WeekdayPicker({ value, onChange }: { value: readonly number[]; onChange(days: readonly number[]): void }) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="pb-1.5 text-sm font-semibold">Weekdays</legend>
      <div className="flex flex-wrap gap-1.5">
        {weekdays.map(({ iso: day, name, short }) => {
          const on = value.includes(day);
          return (
            <Button
              key={day}
              variant="secondary"
              size="sm"
              aria-pressed={on}
              aria-label={`${short}, ${name}`}
              className={cn('min-w-13', on && 'border-woad bg-woad-soft text-woad')}
              onClick={() => onChange(on ? value.filter((one) => one !== day) : [...value, day])}
            >
              {short}
            </Button>
          );
        })}
      </div>
      <p className="text-sm text-muted">
        {value.length === 0 ? 'None chosen: the weekday of the first day.' : 'It posts on each of these days.'}
      </p>
    </fieldset>
  );
}
