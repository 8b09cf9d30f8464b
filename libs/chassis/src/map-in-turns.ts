/** Milliseconds of the event loop that one stretch may take. */
const STRETCH_MS = 10;

/**
 * `map` for work whose amount a stranger chose: other requests of the process get their turn after every 10 ms of it, and a single
 * call of `change` is the longest anyone waits. Keeps the order.
 */
export async function mapInTurns<T, R>(items: readonly T[], change: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  let began = performance.now();
  for (const item of items) {
    if (performance.now() - began >= STRETCH_MS) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      began = performance.now();
    }
    results.push(change(item));
  }
  return results;
}
