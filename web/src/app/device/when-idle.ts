import type { QueryClient } from '@tanstack/react-query';
import { prefetchWhenIdle } from '../page-code.ts';

/** Once the page has had its time: what the person needs to open the product without a network is kept from here on. */
export function keepOnDeviceWhenIdle(client: QueryClient, owner: string): () => void {
  let stop: (() => void) | undefined;
  let stopped = false;
  const cancel = prefetchWhenIdle([
    async () => {
      const { keepOnDevice } = await import('./on-device.ts');
      if (!stopped) {
        stop = keepOnDevice(client, owner);
      }
    },
  ]);
  return () => {
    stopped = true;
    cancel();
    stop?.();
  };
}
