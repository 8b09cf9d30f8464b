import { WifiOff } from 'lucide-react';
import { usePageTimeZone } from '#data/page-context.tsx';
import { formatInstant } from '#lib/format.ts';
import { useOnline } from '#lib/use-online.ts';
import { useSeenAt } from '../device/seen-at.ts';

/** Stays for as long as the browser is offline, or the page shows what the device has kept. */
export function OfflineBanner() {
  const online = useOnline();
  const seenAt = useSeenAt();
  const timeZone = usePageTimeZone();
  const why = online ? 'Postloom cannot be reached.' : 'No Internet connection.';
  const what =
    seenAt === null
      ? 'What you see may be out of date.'
      : `You see what was loaded on ${formatInstant(new Date(seenAt), timeZone)}.`;
  return (
    <div role="status">
      {online && seenAt === null ? null : (
        <p className="flex items-center justify-center gap-2 border-b border-weld/40 bg-weld-soft px-4 py-2 text-sm font-semibold text-weld">
          <WifiOff className="size-4 shrink-0" aria-hidden="true" />
          {why} {what}
        </p>
      )}
    </div>
  );
}
