import { browserTimeZone } from '#data/page-context.tsx';
import { formatClock, formatInstant, formatTime } from '#lib/format.ts';
import { offsetOf, placeOf } from '#lib/time-zones.ts';
import { Field, Input } from '#ui/index.ts';
import { dayIn } from '#lib/month-grid.ts';
import type { LocalMoment } from '#lib/zoned-time.ts';

export type WhenFieldsProps = {
  date: string;
  time: string;
  onDate(date: string): void;
  onTime(time: string): void;
  timeZone: string;
  now: Date;
  /** What the two mean as an instant; null while one is missing. */
  moment: LocalMoment | null;
  dateError?: string | undefined;
  timeError?: string | undefined;
  idPrefix: string;
};

/** Date and time in the business's zone, which is always named; what a clock change does is said. */
export function WhenFields({
  date,
  time,
  onDate,
  onTime,
  timeZone,
  now,
  moment,
  dateError,
  timeError,
  idPrefix,
}: WhenFieldsProps) {
  const own = browserTimeZone();
  const elsewhere =
    moment !== null && offsetOf(own, new Date(moment.instant)) !== offsetOf(timeZone, new Date(moment.instant));
  return (
    <div className="grid gap-2">
      <div className="grid gap-3 min-[360px]:grid-cols-2">
        <Field label="Date" error={dateError}>
          <Input
            id={`${idPrefix}-date`}
            type="date"
            min={dayIn(timeZone, now)}
            max="2100-12-31"
            value={date}
            onChange={(event) => onDate(event.target.value)}
          />
        </Field>
        <Field label="Time" error={timeError}>
          <Input id={`${idPrefix}-time`} type="time" value={time} onChange={(event) => onTime(event.target.value)} />
        </Field>
      </div>
      <p className="text-sm text-muted">
        {moment ? (
          <>
            Goes out <span className="font-semibold text-ink">{formatInstant(moment.instant, timeZone)}</span>.
          </>
        ) : (
          <>
            Times are in {placeOf(timeZone)} ({offsetOf(timeZone, now)}), where it is now {formatTime(now, timeZone)}.
          </>
        )}
        {elsewhere && moment ? <> For you that is {formatInstant(moment.instant, own)}.</> : null}
      </p>
      {moment?.kind === 'skipped' ? (
        <p className="text-sm text-weld">
          The clocks skip {formatClock(time)} on that day, so the post goes out at {formatClock(moment.clock)}.
        </p>
      ) : null}
      {moment?.kind === 'twice' ? (
        <p className="text-sm text-weld">
          {formatClock(time)} comes twice on that day; the post goes out the first time.
        </p>
      ) : null}
    </div>
  );
}
