import type { ReportFormat, ReportFrequency, ReportSchedule, ReportSchedules } from '@postloom/contracts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Async } from '#components/async.tsx';
import { usePageTimeZone } from '#data/page-context.tsx';
import { messageOr } from '#lib/api/index.ts';
import { formatClock, formatInstant, weekdays } from '#lib/format.ts';
import {
  Button,
  Dialog,
  DialogContent,
  Field,
  FormError,
  NativeSelect,
  SkeletonGroup,
  SkeletonRows,
  Switch,
  toast,
} from '#ui/index.ts';
import {
  useAddReportSchedule,
  useChangeReportSchedule,
  useDeleteReportSchedule,
  useReportSchedules,
} from '../api/report-schedules.ts';
import { reportMailTexts as texts } from '../report-mail-texts.ts';

/** The reports that come by mail: what there is, paused or not, and a form for another. */
export default function ReportMailsDialog({ onClose }: { onClose(): void }) {
  const query = useReportSchedules();
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title={texts.title} description={texts.lead}>
        <Async
          query={query}
          message={texts.loadFailed}
          isEmpty={() => false}
          skeleton={
            <SkeletonGroup text={texts.loading} className="grid gap-3">
              <SkeletonRows count={3} className="h-16 rounded-card" />
            </SkeletonGroup>
          }
        >
          {({ schedules, most, to }) => (
            <div className="grid gap-6">
              <Recipient {...to} />
              {schedules.length === 0 ? (
                <p className="text-sm text-muted">{texts.none}</p>
              ) : (
                <ul aria-label={texts.list} className="grid gap-3">
                  {schedules.map((schedule) => (
                    <Row key={schedule.id} schedule={schedule} />
                  ))}
                </ul>
              )}
              {schedules.length < most ? <AddForm /> : <p className="text-sm text-muted">{texts.enough(most)}</p>}
            </div>
          )}
        </Async>
      </DialogContent>
    </Dialog>
  );
}

function Recipient({ email, isConfirmed }: ReportSchedules['to']) {
  return isConfirmed ? (
    <p className="text-sm text-muted">{texts.sentTo(email)}</p>
  ) : (
    <p className="rounded-card border border-line bg-woad-soft px-4 py-3 text-sm">{texts.unconfirmed(email)}</p>
  );
}

function Row({ schedule }: { schedule: ReportSchedule }) {
  const timeZone = usePageTimeZone();
  const change = useChangeReportSchedule();
  const remove = useDeleteReportSchedule();
  const name = `${nameOf(schedule)}, ${texts.formats[schedule.format]}`;
  // What was pressed shows at once.
  const isActive = change.isPending ? (change.variables.isActive ?? schedule.isActive) : schedule.isActive;
  return (
    <li className="flex items-center gap-3 rounded-card border border-line px-4 py-3">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-semibold">{name}</span>
        <span className="text-sm text-muted">
          {schedule.nextAt === null ? texts.paused : texts.next(formatInstant(schedule.nextAt, timeZone))}
        </span>
      </div>
      <Switch
        aria-label={texts.active(name)}
        checked={isActive}
        disabled={change.isPending || remove.isPending}
        onCheckedChange={(on) => change.mutate({ id: schedule.id, isActive: on })}
      />
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={texts.remove(name)}
        pending={remove.isPending}
        onClick={() =>
          void remove.mutateAsync(schedule.id).then(
            () => toast({ title: texts.removed, tone: 'success' }),
            () => undefined, // told by the mutation
          )
        }
      >
        <Trash2 aria-hidden="true" />
      </Button>
    </li>
  );
}

function nameOf({ frequency, weekday, day, hour }: ReportSchedule): string {
  const time = timeOf(hour);
  const name = weekdays.find(({ iso }) => iso === weekday)?.name ?? '';
  return frequency === 'weekly' ? texts.weekly(name, time) : texts.monthly(day, time);
}

function timeOf(hour: number): string {
  return formatClock(`${String(hour).padStart(2, '0')}:00`);
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const DAYS = Array.from({ length: 31 }, (_, index) => index + 1);
/** From the Monday on. */
const WEEK = [...weekdays].sort((one, other) => one.iso - other.iso);

function AddForm() {
  const [frequency, setFrequency] = useState<ReportFrequency>('weekly');
  const [weekday, setWeekday] = useState(1);
  const [day, setDay] = useState(1);
  const [hour, setHour] = useState(8);
  const [format, setFormat] = useState<ReportFormat>('pdf');
  const add = useAddReportSchedule();
  const send = () =>
    void add.mutateAsync({ frequency, weekday, day, hour, format }).then(
      () => toast({ title: texts.saved, tone: 'success' }),
      () => undefined, // shown in the form
    );
  return (
    <form
      aria-label={texts.add}
      className="grid gap-4 border-t border-line pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.isPending) {
          send();
        }
      }}
    >
      <h3 className="font-bold">{texts.add}</h3>
      <div className="grid gap-4 min-[420px]:grid-cols-2">
        <Field label={texts.frequency}>
          <NativeSelect value={frequency} onChange={(event) => setFrequency(event.target.value as ReportFrequency)}>
            {Object.entries(texts.frequencies).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </Field>
        {frequency === 'weekly' ? (
          <Field label={texts.weekday}>
            <NativeSelect value={weekday} onChange={(event) => setWeekday(Number(event.target.value))}>
              {WEEK.map(({ iso, name }) => (
                <option key={iso} value={iso}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          </Field>
        ) : (
          <Field label={texts.day} hint={day > 28 ? texts.lastDay : undefined}>
            <NativeSelect value={day} onChange={(event) => setDay(Number(event.target.value))}>
              {DAYS.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </NativeSelect>
          </Field>
        )}
        <Field label={texts.hour}>
          <NativeSelect value={hour} onChange={(event) => setHour(Number(event.target.value))}>
            {HOURS.map((one) => (
              <option key={one} value={one}>
                {timeOf(one)}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field label={texts.format}>
          <NativeSelect value={format} onChange={(event) => setFormat(event.target.value as ReportFormat)}>
            {Object.entries(texts.formats).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </Field>
      </div>
      <FormError>{add.isError ? messageOr(add.error, texts.saveFailed) : null}</FormError>
      <div>
        <Button type="submit" pending={add.isPending} pendingText={texts.saving}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
