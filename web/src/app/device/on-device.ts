import type { QueryClient } from '@tanstack/react-query';
import { keepSeen } from './keep-seen.ts';
import { startWorker } from './new-release.ts';

/** Keeps what a person needs to open the product without a network. Returns how to stop. */
export function keepOnDevice(client: QueryClient, owner: string): () => void {
  const stopKeeping = keepSeen(client, owner);
  let stopWorker: (() => void) | undefined;
  let stopped = false;
  // What is not built has no worker, and a browser may allow none: then the product opens with a network alone.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    startWorker(navigator.serviceWorker).then(
      (stop) => {
        stopWorker = stop;
        if (stopped) {
          stop();
        }
      },
      () => undefined,
    );
  }
  return () => {
    stopped = true;
    stopKeeping();
    stopWorker?.();
  };
}
