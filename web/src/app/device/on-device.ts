import type { QueryClient } from '@tanstack/react-query';
import { keepSeen } from './keep-seen.ts';
import { startWorker } from './new-release.ts';
import { goToPushScreens } from './push-screens.ts';

/** The pushes of a browser that may show them; its code is for them alone. */
async function keepPushes(client: QueryClient): Promise<void> {
  if ('Notification' in globalThis && Notification.permission === 'granted') {
    const { renewPushes } = await import('#features/notifications/api/push-device.ts');
    await renewPushes(client);
  }
}

/** Keeps what a person needs to open the product without a network, and their pushes coming. Returns how to stop. */
export function keepOnDevice(client: QueryClient, owner: string): () => void {
  const stopKeeping = keepSeen(client, owner);
  let stopWorker: (() => void) | undefined;
  let stopGoing: (() => void) | undefined;
  let stopped = false;
  // What is not built has no worker, and a browser may allow none: then the product opens with a network alone.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    stopGoing = goToPushScreens(navigator.serviceWorker);
    startWorker(navigator.serviceWorker)
      .then((stop) => {
        stopWorker = stop;
        if (stopped) {
          stop();
          return;
        }
        return keepPushes(client);
      })
      .catch(() => undefined);
  }
  return () => {
    stopped = true;
    stopKeeping();
    stopWorker?.();
    stopGoing?.();
  };
}
