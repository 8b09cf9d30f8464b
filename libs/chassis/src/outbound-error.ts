import { BlockedAddress } from './address-guard.ts';
import { isError } from './errors.ts';

export type OutboundErrorKind = 'timeout' | 'reset' | 'refused' | 'blocked' | 'too_large';

/**
 * An outbound call that gave no usable answer.
 * - `timeout`: the deadline passed or the caller's signal was aborted
 * - `reset`: the connection broke; `refused`: it never came about (DNS, TCP, TLS)
 * - `blocked`: the address guard refused, or an unwanted redirect was answered
 * - `too_large`: the answer is longer than `maxResponseBytes`
 *
 * `sent` is false only when it is certain that no byte of the request has left this process. The publish protocol retries
 * on false and verifies first on true.
 */
export class OutboundError extends Error {
  readonly kind: OutboundErrorKind;
  readonly sent: boolean;

  constructor(kind: OutboundErrorKind, sent: boolean, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'OutboundError';
    this.kind = kind;
    this.sent = sent;
  }
}

function codeOf(error: unknown): string {
  const code = isError(error) ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Whether an open connection was cut by the other side. */
export function isReset(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes(codeOf(error));
}

/** What a failure of a socket or of the address guard is to the caller; `sent` as in `OutboundError`. */
export function outboundError(error: unknown, sent: boolean, host: string): OutboundError {
  if (error instanceof BlockedAddress) {
    return new OutboundError('blocked', false, error.message, error);
  }
  const code = codeOf(error) || (isError(error) ? error.message : 'unknown');
  if (!sent) {
    return new OutboundError('refused', false, `${host} could not be reached (${code})`, error);
  }
  return new OutboundError('reset', true, `${host} broke the connection (${code})`, error);
}
