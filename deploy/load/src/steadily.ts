import { setTimeout as wait } from 'node:timers/promises';

/**
 * Begins `count` pieces of work at a steady rate, whatever each takes, and waits for all. The first that fails ends the run at once: what
 * follows would be another load than the one that is measured. @throws an error that says how far behind its turn it failed
 */
export async function steadily(
  { count, perSecond }: { readonly count: number; readonly perSecond: number },
  begin: (number: number) => Promise<void>,
): Promise<void> {
  const failure = Promise.withResolvers<never>();
  const start = performance.now();
  const turnOf = (number: number): number => start + (number * 1_000) / perSecond;
  const work = async (number: number): Promise<void> => {
    try {
      await begin(number);
    } catch (error) {
      const behind = ((performance.now() - turnOf(number)) / 1_000).toFixed(1);
      const reason = error instanceof Error ? error.message : String(error);
      failure.reject(
        new Error(`${number + 1} of ${count} failed ${behind} s after its turn: ${reason}`, { cause: error }),
      );
    }
  };
  const all = async (): Promise<void> => {
    const begun: Promise<void>[] = [];
    for (let number = 0; number < count; number += 1) {
      await Promise.race([wait(Math.max(0, turnOf(number) - performance.now())), failure.promise]);
      begun.push(work(number));
    }
    await Promise.all(begun);
  };
  await Promise.race([all(), failure.promise]);
}
