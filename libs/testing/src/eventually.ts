import { setTimeout as wait } from 'node:timers/promises';

export interface EventuallyOptions {
  /** Gives up after this time; 30 s when absent: a machine that runs several suites at once takes its time. */
  readonly timeoutMs?: number;
  /** Pause between two probes; grows from 5 ms to this. 100 ms when absent. */
  readonly everyMs?: number;
}

/**
 * Waits until `probe` no longer throws and returns its value. The sentence says what is awaited and is the first line of the error: `await
 * eventually('the post is published', async () => expect(await status()).toBe('published'))`.
 */
export async function eventually<T>(
  sentence: string,
  probe: () => Promise<T> | T,
  options: EventuallyOptions = {},
): Promise<T> {
  const { timeoutMs = 30_000, everyMs = 100 } = options;
  const deadline = performance.now() + timeoutMs;
  let pause = 5;
  for (;;) {
    try {
      return await probe();
    } catch (error) {
      if (performance.now() >= deadline) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`Not within ${timeoutMs} ms: ${sentence}\n${reason}`, { cause: error });
      }
    }
    await wait(pause);
    pause = Math.min(everyMs, pause * 1.5);
  }
}
