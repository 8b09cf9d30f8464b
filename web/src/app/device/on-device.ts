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
  const stops = [keepSeen(client, owner)];
  let stopped = false;
  // What is not built has no worker, and a browser may allow none: then the product opens with a network alone.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    stops.push(goToPushScreens(navigator.serviceWorker));
    startWorker(navigator.serviceWorker)
      .then((stop) => {
        if (stopped) {
          stop();
          return;
        }
        stops.push(stop);
        return keepPushes(client);
      })
      .catch(() => undefined);
  }
  return () => {
    stopped = true;
    stops.forEach((stop) => stop());
  };
}
