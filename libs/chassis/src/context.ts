import { context, createContextKey, trace, TraceFlags } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';

/** Where a piece of work stands in a trace. */
export interface TracePoint {
  /** 32 hex digits. */
  traceId: string;
  /** 16 hex digits. */
  spanId: string;
  sampled: boolean;
}

/** What every log line of this piece of work carries. */
export interface ContextFields {
  requestId?: string;
  traceId?: string;
  businessId?: string;
}

interface Fields {
  requestId?: string;
  businessId?: string;
}

// Everything that follows a piece of work lives in OpenTelemetry's own context, so that any instrumentation joins it.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

const FIELDS = createContextKey('postloom fields of log lines');

const currentFields = (): Fields | undefined => context.active().getValue(FIELDS) as Fields | undefined;

/**
 * Fields for log lines, carried along asynchronous calls. Never for transactions, tenants or decisions: those are
 * explicit parameters, so that the reader sees them.
 */
export const requestContext = {
  /** Runs `work` with these fields added to the ones already there. */
  run<T>(fields: { requestId?: string | null; businessId?: string | null }, work: () => T): T {
    const outer = currentFields();
    const inner: Fields = {
      requestId: fields.requestId ?? outer?.requestId,
      businessId: fields.businessId ?? outer?.businessId,
    };
    return context.with(context.active().setValue(FIELDS, inner), work);
  },

  /** The fields of the current work; empty outside of any. */
  get(): ContextFields {
    return { ...currentFields(), traceId: currentTracePoint()?.traceId };
  },
};

/** Where the current work stands; undefined outside of any trace. */
export function currentTracePoint(): TracePoint | undefined {
  const point = trace.getSpanContext(context.active());
  return (
    point && {
      traceId: point.traceId,
      spanId: point.spanId,
      sampled: (point.traceFlags & TraceFlags.SAMPLED) !== 0,
    }
  );
}

/** Runs `work` as a continuation of a point that came from elsewhere; outside of any trace when it is undefined. */
export function runWithTracePoint<T>(point: TracePoint | undefined, work: () => T): T {
  const outer = context.active();
  if (point === undefined) {
    return context.with(trace.deleteSpan(outer), work);
  }
  const { traceId, spanId, sampled } = point;
  const traceFlags = sampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return context.with(trace.setSpanContext(outer, { traceId, spanId, traceFlags, isRemote: true }), work);
}
