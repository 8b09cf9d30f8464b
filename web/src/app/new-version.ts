import { originAnswers } from '#lib/api/reachable.ts';

const KEY = 'postloom.reloaded-at';
/** Milliseconds in which a second failure is not answered with another reload. */
const AGAIN_MS = 20_000;

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
export async function reloadForNewVersion({ now, answers, reload }: Surroundings = browser): Promise<boolean> {
  if (!(await answers())) {
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

/** Answers every failed import of code; the error goes its ordinary way as well. */
export function reloadOnMissingCode(surroundings: Surroundings = browser): () => void {
  const onError = () => void reloadForNewVersion(surroundings);
  addEventListener('vite:preloadError', onError);
  return () => removeEventListener('vite:preloadError', onError);
}
