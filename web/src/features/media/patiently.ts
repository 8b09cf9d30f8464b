import { isApiError } from '#lib/api/index.ts';
import { pause } from './pause.ts';

/** Asks again for as long as the server says that it was asked too often, as late as it says. */
export async function patiently<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isApiError(error) || error.status !== 429) {
        throw error;
      }
      await pause((error.retryAfter ?? 1) * 1000, signal);
    }
  }
}
