import type { Point } from '../figures.ts';

/** A value per name, each as a bar below its name: long names wrap, also on a phone. */
export default function BarChart({
  points,
  summary,
  format,
}: {
  points: readonly Point[];
  summary: string;
  format(value: number): string;
}) {
  const most = Math.max(...points.map(({ value }) => value ?? 0)) || 1;
  return (
    <div role="img" aria-label={summary} className="grid gap-3">
      {points.map(({ key, label, value, change }) => (
        <div key={key} className="grid gap-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 text-sm wrap-anywhere text-ink">{label}</span>
            {change === undefined ? null : <span className="shrink-0 text-xs text-muted tabular">{change}</span>}
          </span>
          <span className="flex items-center gap-3">
            <span className="h-3 min-w-0 grow overflow-hidden rounded-full bg-sunken">
              {value === null ? null : (
                <span
                  className="block h-full min-w-0.5 rounded-full bg-woad"
                  style={{ width: `${(100 * value) / most}%` }}
                />
              )}
            </span>
            <span className="w-14 shrink-0 text-right text-sm text-muted tabular">
              {value === null ? '–' : format(value)}
            </span>
          </span>
        </div>
      ))}
    </div>
  );
}
