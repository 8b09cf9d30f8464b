import { originAnswers } from '#lib/api/reachable.ts';
import { isMissed } from '#lib/lazily.ts';

const KEY = 'postloom.reloaded-at';
/** Milliseconds in which a second failure is not answered with another reload. */
const AGAIN_MS = 20_000;
/** Milliseconds for which a page is being left: Firefox gives up at once what it was fetching, and a reload would keep the person here. */
const LEAVING_MS = 5_000;

type Surroundings = {
  now(): number;
  /** Whether the server can be reached. */
  answers(): Promise<boolean>;
  reload(): void;
};

const browser: Surroundings = { now: Date.now, answers: originAnswers, reload: () => location.reload() };

/**
 * Code did not come although it was asked for. With the server in reach it is gone, because the page was opened before an
 * update: one reload brings the new version, and drafts are kept on the device. Without a network a reload would lose the
 * whole application, so nothing happens.
 */
export async function reloadForNewVersion(
  { now, answers, reload }: Surroundings = browser,
  error = new Error(),
): Promise<boolean> {
  if (!(await answers()) || !isMissed(error)) {
    return false;
  }
  try {
    if (now() - Number(sessionStorage.getItem(KEY) ?? 0) < AGAIN_MS) {
      return false;
    }
    sessionStorage.setItem(KEY, String(now()));
  } catch {
    return false; // Without storage a loop could not be noticed.
  }
  reload();
  return true;
}

/** Answers every failed import of code that somebody waits for; the error goes its ordinary way as well. */
export function reloadOnMissingCode(surroundings: Surroundings = browser): () => void {
  let leftAt = -Infinity;
  const onLeave = () => {
    leftAt = surroundings.now();
  };
  const onError = ({ payload }: VitePreloadErrorEvent) => {
    if (surroundings.now() - leftAt > LEAVING_MS) {
      void reloadForNewVersion(surroundings, payload);
    }
  };
  addEventListener('beforeunload', onLeave);
  addEventListener('vite:preloadError', onError);
  return () => {
    removeEventListener('beforeunload', onLeave);
    removeEventListener('vite:preloadError', onError);
  };
}
