/** What becomes of a push after the answer of its push service (RFC 8030). */
export type PushOutcome =
  | { readonly outcome: 'sent' }
  /** The browser takes no pushes any more. */
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'later'; readonly inSeconds: number | null }
  /** Another try would be answered the same. */
  | { readonly outcome: 'failed' };

/** No service gets to hold a push back for longer at once. */
const LONGEST_WAIT_SECONDS = 3_600;

export function pushOutcome(status: number, retryAfter: string | undefined, now: number): PushOutcome {
  if (status >= 200 && status < 300) {
    return { outcome: 'sent' };
  }
  if (status === 404 || status === 410) {
    return { outcome: 'gone' };
  }
  if (status === 429 || status >= 500) {
    return { outcome: 'later', inSeconds: secondsOf(retryAfter, now) };
  }
  return { outcome: 'failed' };
}

/** `Retry-After` names seconds or a date. */
function secondsOf(text: string | undefined, now: number): number | null {
  const value = (text ?? '').trim();
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now) / 1_000);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, LONGEST_WAIT_SECONDS) : null;
}
