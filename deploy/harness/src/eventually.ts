import { setTimeout as wait } from 'node:timers/promises';

/** Repeats `probe` until it gives a value that is neither undefined nor false. What it throws ends the wait. */
export async function eventually<T>(
  sentence: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = 30_000,
  everyMs = 50,
): Promise<T> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) {
      return value;
    }
    if (performance.now() > until) {
      throw new Error(`Not within ${timeoutMs / 1_000} s: ${sentence}`);
    }
    await wait(everyMs);
  }
}
