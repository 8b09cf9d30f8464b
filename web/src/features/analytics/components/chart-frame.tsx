import type { ReactNode } from 'react';
import type { Point } from '../figures.ts';
import { analyticsTexts } from '../texts.ts';

export type ChartFrameProps = {
  /** What the chart shows, in a sentence; null: there is nothing to show. */
  summary: string | null;
  /** Headings of the table. */
  name: string;
  value: string;
  points: readonly Point[];
  /** What the chart says of the period before. */
  note?: string;
  format(value: number): string;
  children: ReactNode;
};

/** A chart with the same in words and as a table. */
export function ChartFrame({ summary, name, value, points, note, format, children }: ChartFrameProps) {
  const told = (figure: number | null | undefined) => (figure === null || figure === undefined ? '–' : format(figure));
  const isCompared = points.some(({ before }) => before !== undefined && before !== null);
  if (summary === null) {
    return <p className="py-6 text-center text-sm text-muted">{analyticsTexts.chart.nothing}</p>;
  }
  return (
    <figure className="grid gap-2">
      {children}
      <figcaption className="grid gap-2 text-sm text-muted">
        <span>{isCompared && note !== undefined ? `${summary} ${note}` : summary}</span>
        <details>
          <summary className="w-fit cursor-pointer rounded-sm font-semibold text-woad">
            {analyticsTexts.chart.asTable}
          </summary>
          <div
            role="region"
            aria-label={analyticsTexts.chart.table(value)}
            tabIndex={0}
            className="mt-2 max-h-80 overflow-auto rounded-control border border-line"
          >
            <table className="w-full text-left text-sm tabular">
              <thead className="sticky top-0 bg-sunken">
                <tr>
                  <th scope="col" className="px-3 py-2 font-semibold text-ink">
                    {name}
                  </th>
                  <th scope="col" className="px-3 py-2 text-right font-semibold text-ink">
                    {value}
                  </th>
                  {isCompared ? (
                    <th scope="col" className="px-3 py-2 text-right font-semibold text-ink">
                      {analyticsTexts.chart.before}
                    </th>
                  ) : null}
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {points.map((point) => (
                  <tr key={point.key}>
                    <th scope="row" className="px-3 py-1.5 font-normal text-ink">
                      {point.label}
                    </th>
                    <td className="px-3 py-1.5 text-right">{told(point.value)}</td>
                    {isCompared ? <td className="px-3 py-1.5 text-right">{told(point.before)}</td> : null}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      </figcaption>
    </figure>
  );
}
