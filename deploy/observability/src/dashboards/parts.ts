import {
  BigValueColorMode,
  BigValueGraphMode,
  GraphThresholdsStyleConfigBuilder,
  GraphThresholdsStyleMode,
  LegendDisplayMode,
  LegendPlacement,
  ReduceDataOptionsBuilder,
  SortOrder,
  TooltipDisplayMode,
  VisibilityMode,
  VizLegendOptionsBuilder,
  VizTooltipOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common';
import {
  PanelBuilder as OtherPanelBuilder,
  QueryVariableBuilder,
  TextBoxVariableBuilder,
  ThresholdsConfigBuilder,
  ThresholdsMode,
  VariableRefresh,
  VariableSort,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { PanelBuilder as LogsPanelBuilder } from '@grafana/grafana-foundation-sdk/logs';
import { DataqueryBuilder as LokiQueryBuilder } from '@grafana/grafana-foundation-sdk/loki';
import { DataqueryBuilder as PrometheusQueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatPanelBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { DataqueryBuilder as TempoQueryBuilder } from '@grafana/grafana-foundation-sdk/tempo';
import { PanelBuilder as TimeseriesPanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import type * as units from '@grafana/grafana-foundation-sdk/units';

type Unit = Extract<(typeof units)[keyof typeof units], string>;

export interface Query {
  readonly expr: string;
  /** Name of a line, with `{{label}}`. */
  readonly legend: string;
}

/** The data sources by the names that grafana/datasources.yaml gives them. */
const prometheus = { type: 'prometheus', uid: 'prometheus' };
const tempo = { type: 'tempo', uid: 'tempo' };
const loki = { type: 'loki', uid: 'loki' };

/** Green, and red from the limit on. */
const limitedTo = (limit: number | undefined): ThresholdsConfigBuilder =>
  new ThresholdsConfigBuilder()
    .mode(ThresholdsMode.Absolute)
    .steps([{ color: 'green', value: null }, ...(limit === undefined ? [] : [{ color: 'red', value: limit }])]);

const asked = ({ expr, legend }: Query, index: number): PrometheusQueryBuilder =>
  new PrometheusQueryBuilder()
    .refId(String.fromCharCode('A'.charCodeAt(0) + index))
    .datasource(prometheus)
    .expr(expr)
    .legendFormat(legend)
    // A point leads to a trace of its minute, where the series is a histogram's.
    .exemplar(expr.includes('_bucket'));

/** Values over time. The description says what it shows and when to worry, for whoever is on call; from the limit on it is red. */
export const lines = (
  title: string,
  description: string,
  unit: Unit,
  queries: readonly Query[],
  limit?: number,
): TimeseriesPanelBuilder =>
  new TimeseriesPanelBuilder()
    .title(title)
    .description(description)
    .height(8)
    .datasource(prometheus)
    .targets(queries.map(asked))
    .unit(unit)
    .min(0)
    .thresholds(limitedTo(limit))
    .thresholdsStyle(new GraphThresholdsStyleConfigBuilder().mode(GraphThresholdsStyleMode.Line))
    .fillOpacity(8)
    .showPoints(VisibilityMode.Never)
    .legend(
      new VizLegendOptionsBuilder()
        .showLegend(true)
        .displayMode(LegendDisplayMode.List)
        .placement(LegendPlacement.Bottom),
    )
    .tooltip(new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi).sort(SortOrder.Descending));

/** The present value. */
export const number = (
  title: string,
  description: string,
  unit: Unit,
  expr: string,
  limit?: number,
): StatPanelBuilder =>
  new StatPanelBuilder()
    .title(title)
    .description(description)
    .height(5)
    .datasource(prometheus)
    .targets([asked({ expr, legend: title }, 0)])
    .unit(unit)
    .min(0)
    .noValue('none')
    .thresholds(limitedTo(limit))
    .colorMode(BigValueColorMode.Value)
    .graphMode(BigValueGraphMode.Area)
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']));

/** Spans that Tempo finds. The SDK has no builder for this kind of panel. */
export const traces = (title: string, description: string, query: string): OtherPanelBuilder =>
  new OtherPanelBuilder()
    .type('traces')
    .title(title)
    .description(description)
    .height(9)
    .datasource(tempo)
    .targets([new TempoQueryBuilder().refId('A').datasource(tempo).queryType('traceql').query(query).limit(20)]);

/** Lines that Loki finds. */
export const logs = (title: string, description: string, query: string): LogsPanelBuilder =>
  new LogsPanelBuilder()
    .title(title)
    .description(description)
    .height(12)
    .datasource(loki)
    .targets([new LokiQueryBuilder().refId('A').datasource(loki).expr(query)])
    .showTime(true)
    .wrapLogMessage(true)
    .enableLogDetails(true);

/** A choice above the dashboard: the values of a label. */
export const chosen = (name: string, label: string, values: string): QueryVariableBuilder =>
  new QueryVariableBuilder(name)
    .label(label)
    .datasource(prometheus)
    .query({ query: values, refId: 'values' })
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(VariableSort.AlphabeticalAsc);
/** A text that is typed in above the dashboard. */
export const typed = (name: string, label: string): TextBoxVariableBuilder =>
  new TextBoxVariableBuilder(name).label(label).defaultValue('').current({ text: '', value: '' });

/** The value below which that share of a histogram's measurements lies. */
export const quantile = (share: number, buckets: string, by?: string): string =>
  `histogram_quantile(${share}, sum by (${by === undefined ? '' : `${by}, `}le) (rate(${buckets}[5m])))`;
/** The same for each value of that label, each a line. */
export const quantileBy = (by: string, share: number, buckets: string): readonly Query[] => [
  { expr: quantile(share, buckets, by), legend: `{{${by}}}` },
];
/** The 50th, 95th and 99th of a hundred, each a line. */
export const quantiles = (buckets: string, by?: string): readonly Query[] =>
  [0.5, 0.95, 0.99].map((share) => ({
    expr: quantile(share, buckets, by),
    legend: `${by === undefined ? '' : `{{${by}}} `}p${share * 100}`,
  }));
/** The series of every service whose names differ only in the service. */
export const everyService = (thing: string, labels = ''): string =>
  `{__name__=~"postloom_[a-z]+_${thing}"${labels === '' ? '' : `, ${labels}`}}`;
/** A series of what is counted begins with the first one: until then its share is 0 and not unknown. */
export const shareOf = (some: string, all: string): string => `(${some} or 0 * ${all}) / ${all}`;
export const failed = 'code=~"internal|unavailable|deadline"';
