import { AxisBottom, AxisLeft } from '@visx/axis';
import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar, LinePath } from '@visx/shape';
import type { Point } from '../figures.ts';
import { analyticsTexts } from '../texts.ts';
import { useWidth } from './use-width.ts';

export type TimeChartProps = {
  points: readonly Point[];
  /** Sums are bars, what has a level is a line. */
  shape: 'bars' | 'line';
  /** Counts have no halves: an axis up to 1 must not say 0.5 posts. */
  isCount: boolean;
  /** What the picture shows, for those who do not see it. */
  summary: string;
  format(value: number): string;
};

const HEIGHT = 240;
const MARGIN = { top: 12, right: 8, bottom: 28, left: 52 };
/** Pixels that the name of a day needs. */
const LABEL_WIDTH = 88;
const TICKS = 4;
const axis = { stroke: 'var(--line)', tickStroke: 'var(--line)' };
const words = { fill: 'var(--muted)', fontSize: 12, fontFamily: 'inherit' };

/** A value per day, and a short line where it was in the period before. Days of which nothing is known are gaps. */
export default function TimeChart({ points, shape, isCount, summary, format }: TimeChartProps) {
  const [box, width] = useWidth();
  const [innerWidth, innerHeight] = [width - MARGIN.left - MARGIN.right, HEIGHT - MARGIN.top - MARGIN.bottom];
  const values = points.flatMap(({ value, before }) => [value, before]).filter((one) => typeof one === 'number');
  const lowest = shape === 'line' ? Math.min(...values) : 0;
  // Followers change by a few in thousands; seen from 0 every change of theirs is a flat line.
  const bottom = lowest > 100 ? Math.floor(lowest * 0.98) : 0;
  const x = scaleBand({ domain: points.map(({ key }) => key), range: [0, innerWidth], padding: 0.25 });
  const y = scaleLinear({ domain: [bottom, Math.max(...values, bottom + 1)], range: [innerHeight, 0], nice: true });
  const middle = ({ key }: Point) => (x(key) ?? 0) + x.bandwidth() / 2;
  const every = Math.max(1, Math.ceil(points.length / Math.max(1, Math.floor(innerWidth / LABEL_WIDTH))));
  const labels = new Map(points.map(({ key, label }) => [key, label]));
  const ticks = y.ticks(TICKS).filter((tick) => !isCount || Number.isInteger(tick));
  const told = points.filter(({ value }) => value !== null);
  return (
    <div ref={box} className="min-w-0">
      <svg width={width} height={HEIGHT} role="img" aria-label={summary} className="block max-w-full overflow-visible">
        <Group left={MARGIN.left} top={MARGIN.top}>
          {ticks.map((tick) => (
            <line key={tick} x1={0} x2={innerWidth} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
          ))}
          {shape === 'bars' ? (
            told.map((point) => (
              <Bar
                key={point.key}
                x={x(point.key)}
                y={y(point.value ?? 0)}
                width={x.bandwidth()}
                height={Math.max(0, innerHeight - y(point.value ?? 0))}
                rx={Math.min(3, x.bandwidth() / 2)}
                fill="var(--woad)"
              >
                <title>{`${point.label}: ${format(point.value ?? 0)}`}</title>
              </Bar>
            ))
          ) : (
            <>
              <LinePath
                data={[...points]}
                defined={({ value }) => value !== null}
                x={middle}
                y={({ value }) => y(value ?? 0)}
                stroke="var(--woad)"
                strokeWidth={2}
              />
              {told.map((point) => (
                <circle key={point.key} cx={middle(point)} cy={y(point.value ?? 0)} r={3} fill="var(--woad)">
                  <title>{`${point.label}: ${format(point.value ?? 0)}`}</title>
                </circle>
              ))}
            </>
          )}
          {points.map(({ key, label, before }) =>
            before === null || before === undefined ? null : (
              <line
                key={key}
                x1={x(key)}
                x2={(x(key) ?? 0) + x.bandwidth()}
                y1={y(before)}
                y2={y(before)}
                stroke="var(--muted)"
                strokeWidth={2}
              >
                <title>{`${analyticsTexts.chart.before}, ${label}: ${format(before)}`}</title>
              </line>
            ),
          )}
          <AxisLeft
            scale={y}
            tickValues={ticks}
            tickFormat={(value) => format(Number(value))}
            hideAxisLine
            hideTicks
            tickLabelProps={{ ...words, textAnchor: 'end', dx: -4, dy: 4 }}
          />
          <AxisBottom
            top={innerHeight}
            scale={x}
            tickValues={points.filter((_, index) => index % every === 0).map(({ key }) => key)}
            tickFormat={(key) => labels.get(key) ?? ''}
            {...axis}
            tickLabelProps={{ ...words, textAnchor: 'middle' }}
          />
        </Group>
      </svg>
    </div>
  );
}
