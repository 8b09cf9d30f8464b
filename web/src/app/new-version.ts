const KEY = 'postloom.reloaded-at';
/** Milliseconds in which a second failure is not answered with another reload. */
const AGAIN_MS = 20_000;

/**
 * A page that was opened before an update asks for code that is gone. One reload brings the new version; drafts are kept on
 * the device. When that does not help, the error goes its ordinary way.
 */
export function reloadOnMissingCode(now: () => number = Date.now, reload = () => location.reload()): () => void {
  const onError = (event: Event) => {
    try {
      if (now() - Number(sessionStorage.getItem(KEY) ?? 0) < AGAIN_MS) {
        return;
      }
      sessionStorage.setItem(KEY, String(now()));
    } catch {
      return; // Without storage a loop could not be noticed.
    }
    event.preventDefault();
    reload();
  };
  addEventListener('vite:preloadError', onError);
  return () => removeEventListener('vite:preloadError', onError);
}
