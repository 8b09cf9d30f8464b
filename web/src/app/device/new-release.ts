import { useSyncExternalStore } from 'react';
import { registerWorker } from '#lib/worker.ts';

/** Milliseconds between two looks for a new release when the person comes back to the tab. */
const LOOK_EVERY_MS = 60 * 60 * 1000;

let isReady = false;
const listeners = new Set<() => void>();

function setReady(ready: boolean): void {
  isReady = ready;
  listeners.forEach((listener) => listener());
}

/** Whether the page's code is that of this release; a page whose code is not built has none. */
function isOwnRelease(entry: string): boolean {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script === null || new URL(script.src).pathname === entry;
}

/**
 * Lets the service worker open the product without a network, and notices when it has fetched a newer release than this page
 * is of. The page goes on with its own until the person reloads it.
 */
export async function startWorker(workers: ServiceWorkerContainer): Promise<() => void> {
  const onMessage = ({ data }: MessageEvent<{ release?: string } | null>) => {
    if (typeof data?.release === 'string') {
      setReady(!isOwnRelease(data.release));
    }
  };
  workers.addEventListener('message', onMessage);
  const registration = await registerWorker(workers);
  let looked = Date.now();
  const onVisible = () => {
    if (document.visibilityState === 'visible' && Date.now() - looked > LOOK_EVERY_MS) {
      looked = Date.now();
      // Without a network there is nothing new.
      registration.update().catch(() => undefined);
    }
  };
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    workers.removeEventListener('message', onMessage);
    document.removeEventListener('visibilitychange', onVisible);
    setReady(false);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while a newer release than the page's own is there. */
export function useNewRelease(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isReady,
    () => false,
  );
}
