import { setTimeout as wait } from 'node:timers/promises';

/** Repeats `probe` until it gives a value; its last failure explains why it never did. */
export async function eventually<T>(
  sentence: string,
  probe: () => Promise<T | undefined>,
  timeoutMs = 30_000,
  everyMs = 50,
): Promise<T> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined) {
      return value;
    }
    if (performance.now() > until) {
      throw new Error(`Not within ${timeoutMs / 1_000} s: ${sentence}`);
    }
    await wait(everyMs);
  }
}
