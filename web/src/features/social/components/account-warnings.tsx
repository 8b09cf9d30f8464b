import type { Platform } from '@postloom/contracts';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { cn } from '#lib/cn.ts';
import { useSocialAccounts } from '#data/social.ts';
import { Button } from '#ui/index.ts';
import { ReplacementNotices } from './replacement-notices.tsx';
import { warningsOf } from '../account-state.ts';

export type AccountWarningsProps = {
  connecting: Platform | null;
  onConnect(platform: Platform): void;
};

/** Banners for accounts that end soon or must be connected again, and for posts that wait for a replaced one; nothing while all is well. */
export function AccountWarnings({ connecting, onConnect }: AccountWarningsProps) {
  const { data } = useSocialAccounts();
  const warnings = warningsOf(data ?? [], new Date());
  const notices = <ReplacementNotices show="open" className="mb-5 grid gap-2" />;
  if (warnings.length === 0) {
    return notices;
  }
  return (
    <>
      <ul aria-label="Accounts that need attention" className="mb-5 grid gap-2">
        {warnings.map((one) => {
          const Icon = one.tone === 'madder' ? CircleAlert : TriangleAlert;
          return (
            <li
              key={`${one.platform}${one.accountName}`}
              className={cn(
                'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border px-4 py-3 text-sm',
                one.tone === 'madder' ? 'border-madder/40 bg-madder-soft' : 'border-weld/40 bg-weld-soft',
              )}
            >
              <Icon
                className={cn('size-5 shrink-0', one.tone === 'madder' ? 'text-madder' : 'text-weld')}
                aria-hidden="true"
              />
              <p className="min-w-0 flex-1 basis-60">{one.sentence}</p>
              <Button
                size="sm"
                pending={connecting === one.platform}
                pendingText="Connecting..."
                onClick={() => onConnect(one.platform)}
              >
                Reconnect<span className="sr-only"> {one.accountName}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      {notices}
    </>
  );
}
