import type { UserLimits } from '@postloom/contracts';
import { Progress } from '#ui/index.ts';
import { usageRows } from '../usage.ts';

const tones = { fine: 'woad', approaching: 'weld', almost: 'weld', full: 'madder' } as const;

/** The border of a card around the bars. */
export const usageBorders = { plain: '', warning: 'border-weld', error: 'border-madder' } as const;

/** Posts, storage, captions and accounts with their bars and, where it is close, what to expect. */
export function UsageBars({ limits }: { limits: UserLimits }) {
  return (
    <ul className="grid gap-5">
      {usageRows(limits).map((row) => (
        <li key={row.key} className="grid gap-2">
          <div className="flex justify-between gap-4 text-sm">
            <span className="font-semibold">{row.label}</span>
            <span className="text-muted tabular">{row.text}</span>
          </div>
          <Progress value={row.percent} label={row.label} valueText={row.text} tone={tones[row.level]} />
          {row.warning ? (
            <p className={row.level === 'full' ? 'pt-1.5 text-sm text-madder' : 'pt-1.5 text-sm text-weld'}>
              {row.warning}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
