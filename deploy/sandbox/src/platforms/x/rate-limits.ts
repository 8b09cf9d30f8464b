import type { Call } from '../../http/call.ts';
import { Refusal } from '../../http/reply.ts';
import { tooMany } from './problems.ts';

const windowSeconds = 15 * 60;

interface Bucket {
  used: number;
  resetAt: number;
}

/** X's windows of 15 minutes per account and endpoint. In memory, as a restart of the real thing is not known to last. */
export class RateLimits {
  readonly #buckets = new Map<string, Bucket>();
  readonly #headers = new WeakMap<object, Record<string, string>>();
  readonly #enforced: () => boolean;

  constructor(enforced: () => boolean) {
    this.#enforced = enforced;
  }

  /** Counts the call; refuses with 429 when the window is used up. */
  take(call: Call, accountId: string, endpoint: string, limit: number): void {
    const now = Math.floor(Date.now() / 1000);
    const key = `${accountId} ${endpoint}`;
    let bucket = this.#buckets.get(key);
    if (!bucket || bucket.resetAt <= now) this.#buckets.set(key, (bucket = { used: 0, resetAt: now + windowSeconds }));
    const most = this.#enforced() ? limit : 1_000_000;
    const refused = bucket.used >= most;
    if (!refused) bucket.used += 1;
    this.#headers.set(call.response, {
      'x-rate-limit-limit': String(most),
      'x-rate-limit-remaining': String(most - bucket.used),
      'x-rate-limit-reset': String(bucket.resetAt),
    });
    if (refused) throw new Refusal(tooMany(bucket.resetAt));
  }

  /** The headers for the answer of that call; a call that was refused before it was counted shows a full window. */
  headers(call: Call): Record<string, string> {
    return (
      this.#headers.get(call.response) ?? {
        'x-rate-limit-limit': '100',
        'x-rate-limit-remaining': '100',
        'x-rate-limit-reset': String(Math.floor(Date.now() / 1000) + windowSeconds),
      }
    );
  }
}
