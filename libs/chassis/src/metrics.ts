import prometheus from 'prom-client';
import { currentTracePoint } from './context.ts';

/** Values of a metric's labels; each label is declared with the metric. */
export type Labels<L extends string = string> = Readonly<Record<L, string | number>>;

/** Arguments after the value: the labels, when the metric has any. */
type LabelArguments<L extends string> = [L] extends [never] ? [] : [labels: Labels<L>];

const MAX_SERIES = 500;
const DEFAULT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** OpenMetrics, because only that format carries exemplars. Prometheus reads it as it reads its own. */
const registry = new prometheus.Registry<prometheus.OpenMetricsContentType>();
registry.setContentType(prometheus.Registry.OPENMETRICS_CONTENT_TYPE);

/** The content type of `metricsText()`. */
export const METRICS_CONTENT_TYPE = prometheus.Registry.OPENMETRICS_CONTENT_TYPE;

interface Definition<I> {
  readonly type: Instrument<string>['type'];
  readonly make: (name: string) => I;
}

const instruments = new Map<string, Instrument<string>>();

abstract class Instrument<L extends string> {
  abstract readonly type: 'counter' | 'gauge' | 'histogram';
  private readonly series = new Set<string>();

  constructor(
    readonly name: string,
    readonly labelNames: readonly L[],
  ) {}

  /** A label without bounds (a host name, an id) must not exhaust the memory: new values beyond the limit share one series. */
  protected bounded([labels]: [] | [Labels<L>]): Labels<string> {
    if (labels === undefined) {
      return {};
    }
    if (this.isShown(labels)) {
      return labels;
    }
    if (this.series.size < MAX_SERIES) {
      this.series.add(this.keyOf(labels));
      return labels;
    }
    return Object.fromEntries(this.labelNames.map((name) => [name, 'overflow']));
  }

  protected isShown(labels: Labels<L>): boolean {
    return this.series.has(this.keyOf(labels));
  }

  private keyOf(labels: Labels<L>): string {
    return this.labelNames.map((name) => labels[name]).join('\u0000');
  }
}

function valueOf(
  metric: { values: { value: number; labels: object; metricName?: string }[] },
  [labels]: [] | [Labels<string>],
  metricName?: string,
): number {
  const wanted = Object.entries(labels ?? {});
  const found = metric.values.find(
    (entry) =>
      (metricName === undefined || entry.metricName === metricName) &&
      wanted.every(([name, value]) => (entry.labels as Record<string, unknown>)[name] === value),
  );
  return found?.value ?? 0;
}

export class Counter<L extends string = never> extends Instrument<L> {
  override readonly type = 'counter';
  private readonly metric: prometheus.Counter;

  constructor(name: string, help: string, labelNames: readonly L[]) {
    super(name, labelNames);
    this.metric = new prometheus.Counter({ name, help, labelNames: [...labelNames], registers: [registry] });
  }

  /** The count is shown from now on, at 0 until something is counted: one that first shows as 1 has no rate. */
  begin(...labels: LabelArguments<L>): void {
    this.add(0, ...labels);
  }

  /** Counts `amount` more. */
  add(amount: number, ...labels: LabelArguments<L>): void {
    this.metric.inc(this.bounded(labels), amount);
  }

  /** The count so far; for tests. */
  async value(...labels: LabelArguments<L>): Promise<number> {
    return valueOf(await this.metric.get(), labels);
  }
}

export class Gauge<L extends string = never> extends Instrument<L> {
  override readonly type = 'gauge';
  private readonly metric: prometheus.Gauge;
  private read: (() => number) | undefined;

  constructor(name: string, help: string, labelNames: readonly L[]) {
    super(name, labelNames);
    this.metric = new prometheus.Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect: () => {
        if (this.read) {
          this.metric.set(this.read());
        }
      },
    });
  }

  set(value: number, ...labels: LabelArguments<L>): void {
    this.metric.set(this.bounded(labels), value);
  }

  /** Raises the value by `amount`, or lowers it by a negative one: for what several count together. */
  add(amount: number, ...labels: LabelArguments<L>): void {
    this.metric.inc(this.bounded(labels), amount);
  }

  /** The value is read at each scrape instead of being set. */
  observe(read: () => number): void {
    this.read = read;
  }

  /** The current value; for tests. */
  async value(...labels: LabelArguments<L>): Promise<number> {
    return valueOf(await this.metric.get(), labels);
  }
}

export class Histogram<L extends string = never> extends Instrument<L> {
  override readonly type = 'histogram';
  private readonly metric: prometheus.Histogram;

  constructor(name: string, help: string, labelNames: readonly L[], buckets: readonly number[]) {
    super(name, labelNames);
    this.metric = new prometheus.Histogram({
      name,
      help,
      labelNames: [...labelNames],
      buckets: [...buckets],
      registers: [registry],
      enableExemplars: true,
    });
  }

  /** The series of these labels is shown from now on, with no observation: one that first shows as 1 has no rate. */
  begin(labels: Labels<L>): void {
    if (!this.isShown(labels)) {
      this.metric.zero(this.bounded([labels]));
    }
  }

  /** Observes `value`; in a sampled trace its id becomes the bucket's exemplar. */
  observe(value: number, ...labels: LabelArguments<L>): void {
    const point = currentTracePoint();
    this.metric.observe({
      labels: this.bounded(labels),
      value,
      exemplarLabels: point?.sampled ? { trace_id: point.traceId, span_id: point.spanId } : {},
    });
  }

  /** How many values were observed; for tests. */
  async count(...labels: LabelArguments<L>): Promise<number> {
    return valueOf(await this.metric.get(), labels, `${this.name}_count`);
  }
}

/** A count that only grows; its name ends in `_total`. */
export function counter<const L extends string = never>(
  help: string,
  labels: readonly L[] = [],
): Definition<Counter<L>> {
  return {
    type: 'counter',
    make: (name) => new Counter(name.endsWith('_total') ? name : `${name}_total`, help, labels),
  };
}

/** A value that goes up and down. */
export function gauge<const L extends string = never>(help: string, labels: readonly L[] = []): Definition<Gauge<L>> {
  return { type: 'gauge', make: (name) => new Gauge(name, help, labels) };
}

/** A distribution; the key ends in its unit (`dueLagSeconds`). Buckets default to 1 ms … 60 s, in seconds. */
export function histogram<const L extends string = never>(
  help: string,
  { labels = [], buckets = DEFAULT_BUCKETS }: { labels?: readonly L[]; buckets?: readonly number[] } = {},
): Definition<Histogram<L>> {
  return { type: 'histogram', make: (name) => new Histogram(name, help, labels, buckets) };
}

/**
 * The metrics of a service, in one file of it: `defineMetrics('scheduling', { dueLagSeconds: histogram('…') })` gives
 * `postloom_scheduling_due_lag_seconds`. Defining the same name again gives the same instrument, so a module that is
 * loaded by several tests of one process stays harmless.
 *
 * @throws {Error} when the name is no metric name, or is taken by another kind of instrument
 */
export function defineMetrics<D extends Record<string, Definition<unknown>>>(
  service: string,
  definitions: D,
): { [K in keyof D]: D[K] extends Definition<infer I> ? I : never } {
  const made: Record<string, unknown> = {};
  for (const [key, definition] of Object.entries(definitions)) {
    const name = `postloom_${snake(service)}_${snake(key)}`;
    if (!/^postloom(_[a-z0-9]+)+$/.test(name)) {
      throw new Error(`"${name}" is not a metric name`);
    }
    made[key] = instrumentOf(name, definition as Definition<Instrument<string>>);
  }
  return made as { [K in keyof D]: D[K] extends Definition<infer I> ? I : never };
}

function instrumentOf(name: string, definition: Definition<Instrument<string>>): Instrument<string> {
  const known = instruments.get(name);
  if (known === undefined) {
    const made = definition.make(name);
    instruments.set(name, made);
    return made;
  }
  if (known.type !== definition.type) {
    throw new Error(`metric ${name} is defined twice, differently`);
  }
  return known;
}

/** Names whose last word is not a unit; the test of a service expects none. */
export function metricsWithoutUnit(metrics: Readonly<Record<string, { readonly name: string }>>): string[] {
  const units = /_(total|seconds|bytes|ratio|rows|rows_total|count|connections|percent|info)$/;
  return Object.values(metrics)
    .map(({ name }) => name)
    .filter((name) => !units.test(name));
}

/**
 * Adds what every Node process should show in an incident: event-loop lag, garbage collection, heap spaces, handles,
 * memory and processor time, under the names that public dashboards expect (`nodejs_…`, `process_…`). Once per process.
 */
export function collectProcessMetrics(): void {
  if (registry.getSingleMetric('nodejs_eventloop_lag_seconds') === undefined) {
    prometheus.collectDefaultMetrics({ register: registry });
  }
}

/** Everything, as OpenMetrics text. */
export function metricsText(): Promise<string> {
  return registry.metrics();
}

function snake(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/-/g, '_')
    .toLowerCase();
}
