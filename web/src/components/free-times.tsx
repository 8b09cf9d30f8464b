import type { FreeSlot } from '#data/free-slots.ts';
import { slotTexts } from '#data/texts.ts';
import { cn } from '#lib/cn.ts';
import { formatClock, formatDay } from '#lib/format.ts';
import { shiftDay } from '#lib/month-grid.ts';
import { Button } from '#ui/index.ts';

type When = { date: string; time: string };

export type FreeTimesProps = {
  slots: readonly FreeSlot[];
  /** The slot that this is, is marked. */
  when: When;
  today: string;
  className?: string;
  onChoose(when: When): void;
};

/**
 * Times that are free, to be taken with one press. Those of the best times say how good they were, and the chosen one says why in a
 * sentence.
 */
export function FreeTimes({ slots, when, today, className, onChoose }: FreeTimesProps) {
  const isChosen = (slot: FreeSlot) => slot.date === when.date && slot.time === when.time;
  const reason = slots.find(isChosen)?.measured?.reason;
  return (
    <div className={cn('grid min-w-0 gap-1', className)}>
      <div
        role="group"
        aria-label="Free times"
        // A row that scrolls sideways on narrow screens: the foot of a dialog keeps its height.
        className="-mx-1 flex min-w-0 items-center gap-1.5 overflow-x-auto p-1 [scrollbar-width:none]"
      >
        <span aria-hidden="true" className="shrink-0 pr-1 text-sm text-muted max-sm:hidden">
          Free times
        </span>
        {slots.map((slot) => (
          <Button
            key={slot.instant}
            variant="secondary"
            size="sm"
            chosen={isChosen(slot)}
            aria-pressed={isChosen(slot)}
            title={slot.measured?.reason}
            className={cn(
              'px-2.5 font-medium',
              slot.measured && 'h-auto flex-col gap-0 py-1 touch:h-auto touch:min-h-11',
            )}
            onClick={() => onChoose({ date: slot.date, time: slot.time })}
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
        ))}
      </div>
      {reason ? <p className="text-xs text-muted max-sm:sr-only [@media(max-height:42rem)]:sr-only">{reason}</p> : null}
    </div>
  );
}

function dayName(day: string, today: string): string {
  return day === today ? 'Today' : day === shiftDay(today, 1) ? 'Tomorrow' : formatDay(day);
}
