import { setTimeout as wait } from 'node:timers/promises';

/** Repeats the probe until the result is neither undefined nor false, for at most `limitMs`. For tests: waits for facts, not for time. */
export const eventually = async <T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  limitMs = 20_000,
): Promise<T> => {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const answer = await probe();
    if (answer !== undefined && answer !== false) {
      return answer;
    }
    if (performance.now() > deadline) {
      throw new Error(`Not within ${limitMs} ms: ${what}`);
    }
    await wait(25);
  }
};
