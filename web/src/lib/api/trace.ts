/** Headers that make one request findable in logs and traces. */
export type TraceHeaders = { 'X-Request-Id': string; traceparent: string };

function hex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}

function sampled(): boolean {
  try {
    return localStorage.getItem('postloom.trace') === 'on';
  } catch {
    return false; // Storage is blocked: not sampled.
  }
}

/** W3C trace context of a new trace; sampled only when local storage has `postloom.trace` = `on`. */
export function traceHeaders(): TraceHeaders {
  return { 'X-Request-Id': crypto.randomUUID(), traceparent: `00-${hex(16)}-${hex(8)}-${sampled() ? '01' : '00'}` };
}
