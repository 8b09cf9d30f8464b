/** Milliseconds after which the work is done on a page that never has nothing to do. */
const LATEST_MS = 10_000;

/** Milliseconds that a browser has only while nothing on the page moves: between two frames it has 16. */
const STILL_MS = 20;

/**
 * Does work when the browser has nothing else to do and nothing moves; in Safari, which does not say when that is, after a while. Gives
 * how to call it off.
 */
export function whenIdle(work: () => void, whileMs = 200): () => void {
  if ('requestIdleCallback' in globalThis) {
    const latest = performance.now() + LATEST_MS;
    const ask = (): number =>
      requestIdleCallback(
        (deadline) => {
          if (deadline.didTimeout || deadline.timeRemaining() > STILL_MS) {
            work();
          } else {
            asked = ask();
          }
        },
        { timeout: Math.max(1, latest - performance.now()) },
      );
    let asked = ask();
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(work, whileMs);
  return () => clearTimeout(timer);
}
