import { hostname } from 'node:os';
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Span, Tracer } from '@opentelemetry/api';
import { currentTracePoint, runWithTracePoint } from './context.ts';
import type { TracePoint } from './context.ts';
import { randomHex } from './random.ts';
import { redactText } from './redaction.ts';
import { isError } from './errors.ts';

export type SpanRole = 'internal' | 'server' | 'client' | 'producer' | 'consumer';
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

/** What `withSpan` passes to its work. All of it is a no-op when tracing is off. */
export interface WorkSpan {
  set(attributes: SpanAttributes): void;
  event(name: string, attributes?: SpanAttributes): void;
}

export interface SpanSettings {
  kind?: SpanRole;
  attributes?: SpanAttributes;
  /** A W3C traceparent to continue; without it the current work's trace is continued, or a new one starts. */
  parent?: string;
}

interface Sdk {
  tracer: Tracer;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const kinds: Readonly<Record<SpanRole, SpanKind>> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

let sdk: Sdk | undefined;
const silent: WorkSpan = { set: () => undefined, event: () => undefined };

/**
 * Turns the exporter on (OTLP over HTTP, JSON). OpenTelemetry's SDK costs about 14 MB of memory and 150 ms at start, so it is loaded only
 * here, when an endpoint is configured; without one, trace ids still travel and appear in logs. Sampling follows the parent; a new trace is
 * kept with probability `ratio`.
 */
export async function startTracing(options: {
  service: string;
  /** Tells the processes of a service apart; the host's name when absent. */
  instance?: string;
  endpoint: string;
  ratio: number;
}): Promise<void> {
  const [sdkTrace, otlp, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const base = options.endpoint.replace(/\/$/, '');
  const exporter = new otlp.OTLPTraceExporter({ url: base.endsWith('/v1/traces') ? base : `${base}/v1/traces` });
  const processor = new sdkTrace.BatchSpanProcessor({ exporter, scheduledDelayMillis: 1000 });
  const provider = new sdkTrace.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': `postloom-${options.service}`,
      'service.instance.id': options.instance ?? hostname(),
    }),
    sampler: new sdkTrace.ParentBasedSampler({ root: new sdkTrace.TraceIdRatioBasedSampler(options.ratio) }),
    spanProcessors: [processor],
  });
  sdk = {
    tracer: provider.getTracer('postloom'),
    flush: () => provider.forceFlush(),
    stop: () => provider.shutdown(),
  };
}

/** Sends what is still buffered; for the end of a test. */
export async function flushTracing(): Promise<void> {
  await sdk?.flush();
}

/** Sends what is still buffered and turns the exporter off. */
export async function stopTracing(): Promise<void> {
  const running = sdk;
  sdk = undefined;
  await running?.stop();
}

/**
 * Runs `work` as a named step of the current trace; outside of one only a `server` or `consumer` step begins a trace. Attributes are ids, counts and codes; never captions, tokens or
 * addresses. An error marks the span and is thrown on unchanged.
 */
export function withSpan<T>(name: string, work: (span: WorkSpan) => T | Promise<T>): Promise<T>;
export function withSpan<T>(name: string, settings: SpanSettings, work: (span: WorkSpan) => T | Promise<T>): Promise<T>;
export async function withSpan<T>(
  name: string,
  second: SpanSettings | ((span: WorkSpan) => T | Promise<T>),
  third?: (span: WorkSpan) => T | Promise<T>,
): Promise<T> {
  const settings = typeof second === 'function' ? {} : second;
  const work = typeof second === 'function' ? second : third;
  if (!work) {
    throw new TypeError('withSpan needs the work to run');
  }
  const given = settings.parent === undefined ? undefined : parseTraceparent(settings.parent);
  if (given !== undefined) {
    return runWithTracePoint(given, () => inSpan(name, settings, work));
  }
  return inSpan(name, settings, work);
}

/** Runs `work` as a span below the current one. */
async function inSpan<T>(name: string, settings: SpanSettings, work: (span: WorkSpan) => T | Promise<T>): Promise<T> {
  const parent = currentTracePoint();
  if (sdk === undefined) {
    return parent === undefined ? runWithTracePoint(newTrace(), () => work(silent)) : work(silent);
  }
  // A trace begins with a request or an event. Polling loops begin none: they would flood every trace store.
  if (parent === undefined && settings.kind !== 'server' && settings.kind !== 'consumer') {
    return work(silent);
  }
  const span = sdk.tracer.startSpan(name, {
    kind: kinds[settings.kind ?? 'internal'],
    attributes: defined(settings.attributes),
  });
  try {
    return await context.with(trace.setSpan(context.active(), span), () => work(workSpan(span)));
  } catch (error) {
    const message = isError(error) ? redactText(error.message) : 'not an error';
    const code = isError(error) ? ((error as { code?: unknown }).code ?? error.name) : 'unknown';
    span.setStatus({ code: SpanStatusCode.ERROR, message });
    span.setAttribute('error.type', String(code));
    throw error;
  } finally {
    span.end();
  }
}

/** An event in the current span; a no-op when there is none. */
export const spanEvents = {
  add(name: string, attributes?: SpanAttributes): void {
    trace.getActiveSpan()?.addEvent(name, defined(attributes));
  },
};

/** The current position as a W3C `traceparent`, to be put into a header or an outbox row. */
export function currentTraceparent(): string | undefined {
  const point = currentTracePoint();
  return point && `00-${point.traceId}-${point.spanId}-${point.sampled ? '01' : '00'}`;
}

/** Runs `work` as a continuation of `traceparent`; of a new trace when it is absent or malformed. */
export function runWithTraceparent<T>(traceparent: string | null | undefined, work: () => T): T {
  return runWithTracePoint((traceparent ? parseTraceparent(traceparent) : undefined) ?? newTrace(), work);
}

/** Reads a W3C traceparent; undefined when it is not one (then a new trace starts: never trust it further). */
export function parseTraceparent(text: string): TracePoint | undefined {
  const match = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text);
  const [, traceId, spanId, flags] = match ?? [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) {
    return undefined;
  }
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** With the exporter on, a new trace has no parent point: the sampler must see it as a root. */
function newTrace(): TracePoint | undefined {
  return sdk ? undefined : { traceId: randomHex(16), spanId: randomHex(8), sampled: false };
}

function workSpan(span: Span): WorkSpan {
  return {
    set: (attributes) => void span.setAttributes(defined(attributes) ?? {}),
    event: (name, attributes) => void span.addEvent(name, defined(attributes)),
  };
}

function defined(attributes: SpanAttributes | undefined): Attributes | undefined {
  if (!attributes) {
    return undefined;
  }
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
