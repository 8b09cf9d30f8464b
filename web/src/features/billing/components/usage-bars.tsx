import type { UserLimits } from '@postloom/contracts';
import { Progress } from '../../../ui/index.ts';
import { usageRows } from '../usage.ts';

const tones = { fine: 'woad', approaching: 'weld', almost: 'weld', full: 'madder' } as const;

/** Posts, storage and captions with their bars and, where it is close, what to expect. */
export function UsageBars({ limits }: { limits: UserLimits }) {
  return (
    <dl className="grid gap-5">
      {usageRows(limits).map((row) => (
        <div key={row.key} className="grid gap-2">
          <div className="flex justify-between gap-4 text-sm">
            <dt className="font-semibold">{row.label}</dt>
            <dd className="text-muted tabular">{row.text}</dd>
          </div>
          <dd>
            <Progress value={row.percent} label={row.label} valueText={row.text} tone={tones[row.level]} />
            {row.warning ? (
              <p className={row.level === 'full' ? 'pt-1.5 text-sm text-madder' : 'pt-1.5 text-sm text-weld'}>
                {row.warning}
              </p>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
