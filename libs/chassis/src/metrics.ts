export type Labels = Readonly<Record<string, string | number>>;

const MAX_SERIES = 500;
const DEFAULT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

interface Definition<I> {
  readonly make: (name: string) => I;
}

/** name -> instrument, in the order of definition. */
const registry = new Map<string, Instrument>();

abstract class Instrument {
  readonly name: string;
  readonly help: string;
  abstract readonly type: 'counter' | 'gauge' | 'histogram';
  abstract lines(): string[];

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  /** A label that grows without end (a host name, an id) must not grow the process: the rest goes to one series. */
  protected key(series: Map<string, unknown>, labels: Labels | undefined): string {
    if (!labels) {
      return '';
    }
    const text = Object.entries(labels)
      .map(
        ([label, value]) =>
          `${label}="${String(value).replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))}"`,
      )
      .join(',');
    return series.size < MAX_SERIES || series.has(text) ? text : 'overflow="true"';
  }
}

export class Counter extends Instrument {
  override readonly type = 'counter';
  private readonly series = new Map<string, number>();

  /** Counts `amount` (default 1) more. */
  add(amount = 1, labels?: Labels): void {
    const key = this.key(this.series, labels);
    this.series.set(key, (this.series.get(key) ?? 0) + amount);
  }

  /** The count so far; for tests. */
  value(labels?: Labels): number {
    return this.series.get(this.key(this.series, labels)) ?? 0;
  }

  override lines(): string[] {
    if (this.series.size === 0) {
      return [`${this.name} 0`];
    }
    return [...this.series].map(([key, value]) => `${this.name}${key ? `{${key}}` : ''} ${value}`);
  }
}

export class Gauge extends Instrument {
  override readonly type = 'gauge';
  private readonly series = new Map<string, number>();
  private read: (() => number) | undefined;

  set(value: number, labels?: Labels): void {
    this.series.set(this.key(this.series, labels), value);
  }

  /** The value is asked for at each scrape instead of being set. */
  observe(read: () => number): void {
    this.read = read;
  }

  value(labels?: Labels): number {
    return this.read ? this.read() : (this.series.get(this.key(this.series, labels)) ?? 0);
  }

  override lines(): string[] {
    if (this.read) {
      return [`${this.name} ${this.read()}`];
    }
    return [...this.series].map(([key, value]) => `${this.name}${key ? `{${key}}` : ''} ${value}`);
  }
}

export class Histogram extends Instrument {
  override readonly type = 'histogram';
  private readonly buckets: readonly number[];
  private readonly series = new Map<string, { counts: number[]; sum: number; count: number }>();

  constructor(name: string, help: string, buckets: readonly number[] = DEFAULT_BUCKETS) {
    super(name, help);
    this.buckets = buckets;
  }

  observe(value: number, labels?: Labels): void {
    const key = this.key(this.series, labels);
    let entry = this.series.get(key);
    if (!entry) {
      entry = { counts: this.buckets.map(() => 0), sum: 0, count: 0 };
      this.series.set(key, entry);
    }
    entry.sum += value;
    entry.count += 1;
    const index = this.buckets.findIndex((limit) => value <= limit);
    if (index >= 0) {
      entry.counts[index] = (entry.counts[index] ?? 0) + 1;
    }
  }

  /** How many values were observed; for tests. */
  count(labels?: Labels): number {
    return this.series.get(this.key(this.series, labels))?.count ?? 0;
  }

  override lines(): string[] {
    const lines: string[] = [];
    for (const [key, entry] of this.series) {
      const prefix = key ? `${key},` : '';
      let total = 0;
      for (const [index, limit] of this.buckets.entries()) {
        total += entry.counts[index] ?? 0;
        lines.push(`${this.name}_bucket{${prefix}le="${limit}"} ${total}`);
      }
      lines.push(`${this.name}_bucket{${prefix}le="+Inf"} ${entry.count}`);
      lines.push(`${this.name}_sum${key ? `{${key}}` : ''} ${entry.sum}`);
      lines.push(`${this.name}_count${key ? `{${key}}` : ''} ${entry.count}`);
    }
    return lines;
  }
}

/** A count that only grows; its name ends in `_total`. */
export function counter(help: string): Definition<Counter> {
  return { make: (name) => new Counter(name.endsWith('_total') ? name : `${name}_total`, help) };
}

/** A value that goes up and down. */
export function gauge(help: string): Definition<Gauge> {
  return { make: (name) => new Gauge(name, help) };
}

/** A distribution; the key ends in its unit (`dueLagSeconds`). Buckets default to 1 ms … 60 s, in seconds. */
export function histogram(help: string, options: { buckets?: readonly number[] } = {}): Definition<Histogram> {
  return { make: (name) => new Histogram(name, help, options.buckets) };
}

/**
 * The metrics of a service, in one file of it: `defineMetrics('scheduling', { dueLagSeconds: histogram('…') })` gives
 * `postloom_scheduling_due_lag_seconds`. Defining the same name again gives the same instrument, so a module that is
 * loaded by several tests of one process stays harmless.
 */
export function defineMetrics<D extends Record<string, Definition<Instrument>>>(
  service: string,
  definitions: D,
): { [K in keyof D]: D[K] extends Definition<infer I> ? I : never } {
  const made: Record<string, Instrument> = {};
  for (const [key, definition] of Object.entries(definitions)) {
    const instrument = definition.make(`postloom_${snake(service)}_${snake(key)}`);
    if (!/^postloom(_[a-z0-9]+)+$/.test(instrument.name)) {
      throw new Error(`"${instrument.name}" is not a metric name`);
    }
    const known = registry.get(instrument.name);
    if (known && known.type !== instrument.type) {
      throw new Error(`metric ${instrument.name} is defined twice, differently`);
    }
    registry.set(instrument.name, known ?? instrument);
    made[key] = known ?? instrument;
  }
  return made as { [K in keyof D]: D[K] extends Definition<infer I> ? I : never };
}

/** Names whose last word is not a unit; the test of a service expects none. */
export function metricsWithoutUnit(metrics: Readonly<Record<string, { readonly name: string }>>): string[] {
  const units = /_(total|seconds|bytes|ratio|rows|rows_total|count|connections|percent|info)$/;
  return Object.values(metrics)
    .map(({ name }) => name)
    .filter((name) => !units.test(name));
}

/** Everything in Prometheus' text format. */
export function metricsText(): string {
  const parts: string[] = [];
  for (const instrument of registry.values()) {
    parts.push(`# HELP ${instrument.name} ${instrument.help.replace(/\n/g, ' ')}`);
    parts.push(`# TYPE ${instrument.name} ${instrument.type}`);
    parts.push(...instrument.lines());
  }
  return `${parts.join('\n')}\n`;
}

function snake(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/-/g, '_')
    .toLowerCase();
}
