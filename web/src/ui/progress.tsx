import { cn } from '#lib/cn.ts';

export type ProgressProps = {
  /** 0 to 100; anything else is brought into that range, NaN counts as 0. */
  value: number;
  label: string;
  /** What a screen reader says instead of the percentage, e.g. 'Unlimited posts'. */
  valueText?: string;
  tone?: 'woad' | 'weld' | 'madder' | 'moss';
  className?: string;
};

const fills = { woad: 'bg-woad', weld: 'bg-weld-fill', madder: 'bg-madder', moss: 'bg-moss' } as const;

/** A bounded bar. The colour only repeats what the text beside it says. */
export function Progress({ value, label, valueText, tone = 'woad', className }: ProgressProps) {
  const bounded = Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 0;
  return (
    <div
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(bounded)}
      aria-valuetext={valueText}
      aria-label={label}
      className={cn('h-2 w-full overflow-hidden rounded-full bg-sunken ring-1 ring-line ring-inset', className)}
    >
      <div className={cn('h-full rounded-full transition-[width]', fills[tone])} style={{ width: `${bounded}%` }} />
    </div>
  );
}
