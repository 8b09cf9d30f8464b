import type { RefCallBack } from 'react-hook-form';
import type { FreeSlot } from '#data/free-slots.ts';
import { slotTexts } from '#data/texts.ts';
import { cn } from '#lib/cn.ts';
import { formatClock, formatDay, formatInstant, formatTime } from '#lib/format.ts';
import { dayIn, shiftDay } from '#lib/month-grid.ts';
import { browserTimeZone, offsetOf, placeOf } from '#lib/time-zones.ts';
import type { LocalMoment } from '#lib/zoned-time.ts';
import { Button, DateField, Field, TimeField } from '#ui/index.ts';

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
  /** Times that are free, to be taken with one press. */
  slots?: readonly FreeSlot[] | undefined;
  /** Beside each other where there is room, as in the foot of a dialog. */
  wide?: boolean;
};

/** Date and time in the business's zone, which is always named; what a clock change does is said. */
export function WhenFields(props: WhenFieldsProps) {
  const { id, onChange, timeZone, now, moment, slots = [], wide = false } = props;
  const { ref: dateRef, value: date } = props.date.field;
  const { ref: timeRef, value: time } = props.time.field;
  const today = dayIn(timeZone, now);
  return (
    <div className={cn('grid gap-x-5 gap-y-2', wide && 'sm:grid-cols-[19rem_minmax(0,1fr)] sm:items-end')}>
      {slots.length > 0 ? (
        <div
          role="group"
          aria-label="Free times"
          // A row that scrolls sideways on narrow screens: the foot of a dialog keeps its height.
          className={cn(
            '-mx-1 flex min-w-0 items-center gap-1.5 overflow-x-auto px-1 py-0.5 [scrollbar-width:none]',
            wide ? 'sm:col-span-full' : 'order-last',
          )}
        >
          <span aria-hidden="true" className="shrink-0 pr-1 text-sm text-muted max-sm:hidden">
            Free times
          </span>
          {slots.map((slot) => {
            const isChosen = slot.date === date && slot.time === time;
            return (
              <Button
                key={slot.instant}
                variant="secondary"
                size="sm"
                aria-pressed={isChosen}
                className={cn(
                  'px-2.5 font-medium',
                  slot.measured && 'h-auto flex-col gap-0 py-1 touch:h-auto touch:min-h-11',
                  isChosen && 'border-woad bg-woad-soft text-woad',
                )}
                onClick={() => onChange({ date: slot.date, time: slot.time })}
              >
                <span>
                  {dayName(slot.date, today)}, {formatClock(slot.time)}
                </span>
                {slot.measured ? (
                  <span className="text-xs font-normal">
                    <span className="sr-only">: </span>
                    {slotTexts.measured(slot.measured.score, slot.measured.posts)}
                  </span>
                ) : null}
              </Button>
            );
          })}
        </div>
      ) : null}
      <div className="grid grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] items-start gap-2">
        <Field label="Date" error={props.date.fieldState.error?.message}>
          <DateField
            ref={dateRef}
            id={`${id}-date`}
            min={today}
            max="2100-12-31"
            today={today}
            value={date}
            clearable
            onChange={(day) => onChange({ date: day })}
          />
        </Field>
        <Field label="Time" error={props.time.fieldState.error?.message}>
          <TimeField ref={timeRef} id={`${id}-time`} value={time} onChange={(clock) => onChange({ time: clock })} />
        </Field>
      </div>
      <div className={cn('grid min-w-0 gap-1', wide && 'sm:min-h-10 sm:content-center touch:sm:min-h-11')}>
        <WhenText timeZone={timeZone} now={now} moment={moment} time={time} />
      </div>
    </div>
  );
}

function dayName(day: string, today: string): string {
  return day === today ? 'Today' : day === shiftDay(today, 1) ? 'Tomorrow' : formatDay(day);
}

/** What date and time mean, in the zone of the business and in that of the reader. */
function WhenText({
  timeZone,
  now,
  moment,
  time,
}: Pick<WhenFieldsProps, 'timeZone' | 'now' | 'moment'> & { time: string }) {
  if (moment === null) {
    return (
      <p className="text-sm text-muted">
        Times are in {placeOf(timeZone)} ({offsetOf(timeZone, now)}), where it is now {formatTime(now, timeZone)}.
      </p>
    );
  }
  const own = browserTimeZone();
  const at = new Date(moment.instant);
  return (
    <>
      <p className="text-sm text-muted">
        Goes out <span className="font-semibold text-ink">{formatInstant(at, timeZone)}</span>.
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
