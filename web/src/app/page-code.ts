import { useSyncExternalStore } from 'react';
import { originAnswers } from '#lib/api/reachable.ts';
import { prefetch } from '#lib/lazily.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { reloadForNewVersion } from './new-version.ts';

/** Milliseconds between two tries while the server is out of reach and the browser believes to have a network. */
const AGAIN_MS = 5_000;

let waiting = 0;
const listeners = new Set<() => void>();

function count(by: 1 | -1): void {
  waiting += by;
  for (const listener of listeners) {
    listener();
  }
}

function network(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      removeEventListener('online', go);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(go, AGAIN_MS);
    addEventListener('online', go);
  });
}

/** Waits until the server answers: asks when the browser finds a network, and every few seconds while it believes in one. */
export async function untilReachable(answers = originAnswers): Promise<void> {
  do {
    await network();
  } while (!(await answers()));
}

/**
 * Fetches a page's code. Without a network it waits for one, so that the page opens by itself afterwards. Some browsers remember
 * that an import failed: with the server in reach again the page is then loaded anew.
 */
export async function fetchPageCode<T>(
  load: () => Promise<T>,
  answers = originAnswers,
  renew = reloadForNewVersion,
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (await answers()) {
      throw error;
    }
  }
  count(1);
  await untilReachable(answers).finally(() => count(-1));
  try {
    return await load();
  } catch (error) {
    await renew();
    throw error;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while a page's code cannot be fetched for want of a network. */
export function usePageCodeWaits(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => waiting > 0,
    () => false,
  );
}

/** Milliseconds that a page has for itself before other pages are thought of. */
const OWN_TIME_MS = 4_000;
/** Milliseconds between two pages in a browser that does not say when it has nothing to do. */
const PAUSE_MS = 2_000;

type Connection = { saveData?: boolean; effectiveType?: string };

/** Fetches what may be needed next, one after the other, while the browser has nothing to do; not where data is dear. */
export function prefetchWhenIdle(loads: readonly (() => Promise<unknown>)[]): () => void {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')) {
    return () => undefined;
  }
  let stopped = false;
  const next = (index: number) => {
    const load = loads[index];
    if (!load || stopped) {
      return;
    }
    whenIdle(() => void prefetch(load).then(() => next(index + 1)), PAUSE_MS);
  };
  const begin = setTimeout(() => next(0), OWN_TIME_MS);
  return () => {
    stopped = true;
    clearTimeout(begin);
  };
}
