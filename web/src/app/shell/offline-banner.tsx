import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Stays for as long as the browser is offline. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {online ? null : (
        <p className="flex items-center justify-center gap-2 border-b border-weld/40 bg-weld-soft px-4 py-2 text-sm font-semibold text-weld">
          <WifiOff className="size-4" aria-hidden="true" />
          No Internet connection. What you see may be out of date.
        </p>
      )}
    </div>
  );
}
