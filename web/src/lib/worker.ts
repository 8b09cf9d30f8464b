/** The product's service worker in this browser; one that is there already stays. */
export function registerWorker(workers = navigator.serviceWorker): Promise<ServiceWorkerRegistration> {
  return workers.register('/sw.js', { updateViaCache: 'none' });
}
