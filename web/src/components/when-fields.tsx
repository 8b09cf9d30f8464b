import type { RefCallBack } from 'react-hook-form';
import type { FreeSlot } from '#data/free-slots.ts';
import { formatClock, formatInstant, formatTime } from '#lib/format.ts';
import { dayIn } from '#lib/month-grid.ts';
import { isPast } from '#lib/past.ts';
import { browserTimeZone, offsetOf, zoneName } from '#lib/time-zones.ts';
import type { LocalMoment } from '#lib/zoned-time.ts';
import { DateField, Field, TimeField } from '#ui/index.ts';
import { FreeTimes } from './free-times.tsx';

type When = { date: string; time: string };

/** What `useController` returns, as far as it is needed here. */
type FormField = {
  field: { value: string; ref: RefCallBack };
  fieldState: { error?: { message?: string } };
};

export type WhenFieldsProps = {
  /** Of the form: the two inputs have `-date` and `-time` behind it. */
  id: string;
  date: FormField;
  time: FormField;
  onChange(part: Partial<When>): void;
  timeZone: string;
  now: Date;
  /** What the two mean as an instant; null while one is missing. */
  moment: LocalMoment | null;
  /** Free times below the two; a foot that is wider than the two shows them itself. */
  slots?: readonly FreeSlot[] | undefined;
};

/** Date and time in the business's zone, which is always named; what a clock change does is said. */
export function WhenFields(props: WhenFieldsProps) {
  const { id, onChange, timeZone, now, moment, slots = [] } = props;
  const { ref: dateRef, value: date } = props.date.field;
  const { ref: timeRef, value: time } = props.time.field;
  const today = dayIn(timeZone, now);
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] items-start gap-2">
        <Field label="Date" error={props.date.fieldState.error?.message}>
          <DateField
            ref={dateRef}
            id={`${id}-date`}
            min={today}
            today={today}
            value={date}
            clearable
            // A time alone means nothing.
            onChange={(day) => onChange(day ? { date: day } : { date: '', time: '' })}
          />
        </Field>
        <Field label="Time" error={props.time.fieldState.error?.message}>
          <TimeField ref={timeRef} id={`${id}-time`} value={time} onChange={(clock) => onChange({ time: clock })} />
        </Field>
      </div>
      <div className="grid min-w-0 gap-1">
        <WhenText timeZone={timeZone} now={now} moment={moment} time={time} />
      </div>
      {slots.length > 0 ? <FreeTimes slots={slots} when={{ date, time }} today={today} onChoose={onChange} /> : null}
    </div>
  );
}

/** What date and time mean, in the zone of the business and in that of the reader. */
export function WhenText({
  timeZone,
  now,
  moment,
  time,
}: Pick<WhenFieldsProps, 'timeZone' | 'now' | 'moment'> & { time: string }) {
  if (moment === null) {
    return (
      <p className="text-sm text-muted">
        {zoneName(timeZone)} ({offsetOf(timeZone, now)}), now {formatTime(now, timeZone)}.
      </p>
    );
  }
  const own = browserTimeZone();
  const at = new Date(moment.instant);
  const isOver = isPast(moment.instant, now.getTime());
  return (
    <>
      <p className={isOver ? 'text-sm text-weld' : 'text-sm text-muted'}>
        {isOver ? 'This time has passed:' : 'Goes out'}{' '}
        <span className="font-semibold text-ink">{formatInstant(at, timeZone)}</span>.
        {offsetOf(own, at) === offsetOf(timeZone, at) ? null : (
          // A low screen keeps its room for the form.
          <span className="[@media(max-height:42rem)]:sr-only"> For you that is {formatInstant(at, own)}.</span>
        )}
      </p>
      {moment.kind === 'skipped' ? (
        <p className="text-sm text-weld">
          The clocks skip {formatClock(time)} on that day, so the post goes out at {formatClock(moment.clock)}.
        </p>
      ) : null}
      {moment.kind === 'twice' ? (
        <p className="text-sm text-weld">
          {formatClock(time)} comes twice on that day; the post goes out the first time.
        </p>
      ) : null}
    </>
  );
}
