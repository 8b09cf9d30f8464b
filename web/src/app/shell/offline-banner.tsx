import { WifiOff } from 'lucide-react';
import { useOnline } from '#lib/use-online.ts';

/** Stays for as long as the browser is offline. */
export function OfflineBanner() {
  const online = useOnline();
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
