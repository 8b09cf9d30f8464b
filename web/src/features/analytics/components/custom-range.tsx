import { useId, useState } from 'react';
import type { Day } from '#lib/month-grid.ts';
import { DateField } from '#ui/index.ts';
import { rangeProblem, type Range } from '../range.ts';
import { analyticsTexts } from '../texts.ts';

/** Two days of one's own. While they make no range, the figures stay those of the last one. */
export default function CustomRange({
  range,
  today,
  onChange,
}: {
  range: Range;
  today: Day;
  onChange(range: Range): void;
}) {
  const [typed, setTyped] = useState<Range>({ from: range.from, to: range.to });
  const id = useId();
  const problem = rangeProblem(typed);
  const change = (part: Partial<Range>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    if (rangeProblem(next) === null) {
      onChange(next);
    }
  };
  const field = {
    today,
    max: today,
    className: 'w-40',
    'aria-invalid': problem !== null,
    'aria-describedby': problem === null ? undefined : id,
  };
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap gap-2">
        <DateField
          {...field}
          aria-label={analyticsTexts.range.from}
          value={typed.from}
          onChange={(from) => change({ from })}
        />
        <DateField {...field} aria-label={analyticsTexts.range.to} value={typed.to} onChange={(to) => change({ to })} />
      </div>
      {problem === null ? null : (
        <p id={id} role="alert" className="text-sm text-madder">
          {problem}
        </p>
      )}
    </div>
  );
}
