import prometheus from 'prom-client';

export type LogLevel = 'info' | 'warn' | 'error' | 'silent';
const weight: Readonly<Record<LogLevel, number>> = { info: 0, warn: 1, error: 2, silent: 3 };

/** What kind of answer a request wants; one label of the metrics. */
export type RequestKind = 'api' | 'stream' | 'page' | 'file';

/** A request that has been answered. */
export interface Answered {
  readonly kind: RequestKind;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly seconds: number;
  readonly traceparent: string;
  /** Of the gateway's answer, or the caller's own. */
  readonly requestId: string | undefined;
  /** The connection closed before the whole answer was out. */
  readonly wasCut: boolean;
}

/** A path without what belongs to one person or thing: ids, tokens, file names with a hash. */
export const pathForLogs = (path: string): string =>
  path
    .split('/')
    .map((part) => (/\d/.test(part) || part.length > 32 || !/^[\w.~-]*$/.test(part) ? '*' : part))
    .join('/');

/** JSON lines for the log, and metrics in the form that Prometheus reads. Neither holds an address, a query or an id of a person. */
export class Observer {
  private readonly write: (line: string) => void;
  private readonly least: number;
  private readonly registry = new prometheus.Registry();
  private readonly requests = new prometheus.Histogram({
    name: 'postloom_web_request_seconds',
    help: 'Requests of browsers, from their first byte to the last of the answer; streams are counted alone',
    labelNames: ['kind', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers: [this.registry],
  });
  private readonly streams = new prometheus.Gauge({
    name: 'postloom_web_open_streams_count',
    help: 'Live streams of browsers that are open',
    registers: [this.registry],
  });

  constructor(level: LogLevel, write: (line: string) => void = (line) => process.stdout.write(line)) {
    this.least = weight[level];
    this.write = write;
  }

  /** Adds what every Node process should show. */
  collectProcessMetrics(): void {
    prometheus.collectDefaultMetrics({ register: this.registry });
  }

  /** Files are counted and, as long as they are found, not logged: a page has dozens. */
  answered({ kind, method, path, status, seconds, traceparent, requestId, wasCut }: Answered): void {
    this.requests.observe({ kind, status: `${Math.trunc(status / 100)}xx` }, kind === 'stream' ? 0 : seconds);
    if (kind === 'file' && status < 400) {
      return;
    }
    this.log(status >= 500 ? 'error' : 'info', 'request', {
      method,
      path: pathForLogs(path),
      status,
      ms: Math.round(seconds * 1000),
      ...(wasCut ? { cut: true } : {}),
      ...(requestId === undefined ? {} : { requestId }),
      traceId: traceparent.slice(3, 35),
    });
  }

  streamOpened(): void {
    this.streams.inc();
  }

  streamClosed(): void {
    this.streams.dec();
  }

  log(level: Exclude<LogLevel, 'silent'>, message: string, fields: Readonly<Record<string, unknown>> = {}): void {
    if (weight[level] >= this.least) {
      const at = new Date().toISOString();
      this.write(`${JSON.stringify({ level, at, service: 'web', message, ...fields })}\n`);
    }
  }

  metrics(): Promise<string> {
    return this.registry.metrics();
  }

  get metricsType(): string {
    return this.registry.contentType;
  }
}
