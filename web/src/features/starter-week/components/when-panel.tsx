import { useId } from 'react';
import { WhenFields } from '#components/when-fields.tsx';
import { useFreeSlots } from '#data/use-free-slots.ts';
import { Button } from '#ui/index.ts';
import { starterWeekTexts } from '../texts.ts';
import type { WeekCard } from '../week-cards.ts';

const texts = starterWeekTexts.card;
const noRef = () => undefined;

/** Another day or time for a post of the week, with times that are free. */
export default function WhenPanel({
  card,
  timeZone,
  now,
  onChange,
  onClose,
}: {
  card: WeekCard;
  timeZone: string;
  now: Date;
  onChange(when: { date?: string; time?: string }): void;
  onClose(): void;
}) {
  const id = useId();
  const { date, time, platforms, moment, why } = card;
  const { slots } = useFreeSlots({ timeZone, platforms, day: date });
  const field = (value: string) => ({ field: { value, ref: noRef }, fieldState: {} });
  return (
    <div className="grid gap-3 rounded-control bg-sunken p-3">
      {why === '' ? null : <p className="text-sm text-muted">{why}</p>}
      <WhenFields
        id={id}
        date={field(date)}
        time={field(time)}
        onChange={onChange}
        timeZone={timeZone}
        now={now}
        moment={moment}
        slots={slots}
      />
      <div>
        <Button variant="secondary" size="sm" onClick={onClose}>
          {texts.closeTime}
        </Button>
      </div>
    </div>
  );
}
