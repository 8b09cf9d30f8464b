/** Milliseconds after which the work is done on a page that never has nothing to do. */
const LATEST_MS = 10_000;

/**
 * Does work when the browser has nothing else to do; in Safari, which does not say when that is, after a while. Gives how to call
 * it off.
 */
export function whenIdle(work: () => void, whileMs = 200): () => void {
  if ('requestIdleCallback' in globalThis) {
    const asked = requestIdleCallback(work, { timeout: LATEST_MS });
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(work, whileMs);
  return () => clearTimeout(timer);
}
