import { isApiError, type ApiError } from '#lib/api/index.ts';
import { patiently } from './patiently.ts';
import { pause } from './pause.ts';

/** Milliseconds before what lost its connection is tried again, if no answer names a later time; after the last one it has failed. */
const RETRY_AFTER_MS = [1000, 3000, 5000] as const;

/** Nothing was wrong with what was sent: the connection broke, or nobody answered behind it. */
export function isPassing(error: unknown): error is ApiError {
  return isApiError(error) && (error.code === 'network' || [502, 503, 504].includes(error.status));
}

/** Asks patiently, and again a few times when the connection broke; `onAgain` hears of each of these. */
export async function persistently<T>(call: () => Promise<T>, signal: AbortSignal, onAgain?: () => void): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await patiently(call, signal);
    } catch (error) {
      const wait = RETRY_AFTER_MS[attempt];
      if (!isPassing(error) || wait === undefined) {
        throw error;
      }
      await pause(Math.max(wait, (error.retryAfter ?? 0) * 1000), signal);
      onAgain?.();
    }
  }
}
