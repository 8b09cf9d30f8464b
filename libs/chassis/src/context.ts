import { AsyncLocalStorage } from 'node:async_hooks';

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

interface Stored {
  requestId?: string;
  businessId?: string;
  trace?: TracePoint;
}

const storage = new AsyncLocalStorage<Stored>();

/**
 * Fields for log lines, carried along asynchronous calls. Never for transactions, tenants or decisions: those are
 * explicit parameters, so that the reader sees them.
 */
export const requestContext = {
  /** Runs `work` with these fields added to the ones already there. */
  run<T>(fields: { requestId?: string | null; businessId?: string | null }, work: () => T): T {
    const outer = storage.getStore();
    return storage.run(
      {
        requestId: fields.requestId ?? outer?.requestId,
        businessId: fields.businessId ?? outer?.businessId,
        trace: outer?.trace,
      },
      work,
    );
  },

  /** The fields of the current work; empty outside of any. */
  get(): ContextFields {
    const store = storage.getStore();
    if (!store) {
      return {};
    }
    return { requestId: store.requestId, traceId: store.trace?.traceId, businessId: store.businessId };
  },
};

export function currentTracePoint(): TracePoint | undefined {
  return storage.getStore()?.trace;
}

export function runWithTracePoint<T>(trace: TracePoint | undefined, work: () => T): T {
  const outer = storage.getStore();
  return storage.run({ requestId: outer?.requestId, businessId: outer?.businessId, trace }, work);
}
