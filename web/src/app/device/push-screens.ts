import { navigate } from 'wouter/use-browser-location';
import { pageBusiness } from '#lib/api/index.ts';

/**
 * Goes to the screen that a push is about when the service worker asks for it, without a reload, and says whether it does: another business
 * begins with a page of its own (`page-business.ts`).
 */
export function goToPushScreens(workers: ServiceWorkerContainer): () => void {
  const onMessage = ({ data, ports: [port] }: MessageEvent<{ screen?: string } | null>) => {
    if (typeof data?.screen !== 'string') {
      return;
    }
    const { pathname, searchParams, hash } = new URL(data.screen, location.origin);
    const business = searchParams.get('business');
    const isHere = business === null || business === pageBusiness();
    if (isHere) {
      searchParams.delete('business');
      navigate(pathname + (searchParams.size > 0 ? `?${searchParams.toString()}` : '') + hash);
    }
    port?.postMessage(isHere);
  };
  workers.addEventListener('message', onMessage);
  return () => workers.removeEventListener('message', onMessage);
}
