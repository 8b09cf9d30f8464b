import { Suspense } from 'react';
import { lazily } from '#lib/lazily.ts';
import type { Day } from '#lib/month-grid.ts';
import { NativeSelect, Skeleton } from '#ui/index.ts';
import { rangeChoices, type Range, type RangeChoice } from '../range.ts';
import { analyticsTexts } from '../texts.ts';

const CustomRange = lazily(() => import('./custom-range.tsx'));

/** The days that the figures are about; `onChange` tells what the address is to say. */
export function RangePicker({
  chosen,
  today,
  onChange,
}: {
  chosen: RangeChoice;
  today: Day;
  onChange(address: Record<'days' | 'from' | 'to', string | null>): void;
}) {
  const texts = analyticsTexts.range;
  const choose = (choice: string) =>
    onChange(
      choice === 'custom'
        ? { days: null, from: chosen.from, to: chosen.to }
        : { days: choice === '30' ? null : choice, from: null, to: null },
    );
  return (
    <div className="flex flex-wrap items-end gap-2">
      <NativeSelect
        aria-label={texts.label}
        className="w-44"
        value={chosen.choice}
        onChange={(event) => choose(event.target.value)}
      >
        {rangeChoices.map((choice) => (
          <option key={choice} value={choice}>
            {texts.days[choice]}
          </option>
        ))}
      </NativeSelect>
      {chosen.choice === 'custom' ? (
        <Suspense fallback={<Skeleton className="h-10 w-72" />}>
          <CustomRange
            range={chosen}
            today={today}
            onChange={({ from, to }: Range) => onChange({ days: null, from, to })}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
