import type { Platform } from '@postloom/contracts';
import { useState } from 'react';
import { useNamedBusiness } from '#data/page-context.tsx';
import { useScheduledCount } from '#data/posts.ts';
import { useSchedules } from '#data/schedules.ts';
import { useSocialAccounts } from '#data/social.ts';
import { platformRules } from '#lib/contract-data.ts';
import { toastError } from '#lib/toast-error.ts';
import { ConfirmDialog, toast } from '#ui/index.ts';
import { useDisconnect } from '../api/disconnect.ts';
import { useReplacements } from '../api/replacements.ts';
import { whatWaits } from '../disconnect-rules.ts';
import { disconnectTexts } from '../disconnect-texts.ts';

/** Asks before a platform is disconnected: which account of which business, and what will wait for it. */
export function DisconnectDialog({ platform, onClose }: { platform: Platform; onClose(): void }) {
  const { name } = platformRules[platform];
  const business = useNamedBusiness();
  const disconnect = useDisconnect();
  const posts = useScheduledCount(platform);
  const { data: schedules = [] } = useSchedules();
  const accounts = (useSocialAccounts().data ?? []).filter((one) => one.platform === platform);
  const replaced = useReplacements().filter((one) => one.platform === platform);
  const words = {
    title: disconnectTexts.question(accounts.length === 1 ? (accounts[0]?.accountName ?? null) : null, name),
    description: [
      ...(business ? [disconnectTexts.accountOf(business, name)] : []),
      ...whatWaits(
        posts,
        schedules.filter(({ platforms }) => platforms.includes(platform)),
        replaced,
      ),
      disconnectTexts.publishedStays,
    ].join(' '),
  };
  // What was asked stays until it is closed: the account is gone from the lists before that.
  const [asked, setAsked] = useState<typeof words | null>(null);

  const leave = () => {
    setAsked(words);
    void disconnect
      .mutateAsync(platform)
      .then(
        () => toast({ title: disconnectTexts.done(name), tone: 'success' }),
        (error: unknown) => toastError(error, disconnectTexts.failed),
      )
      .then(onClose);
  };

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      {...(asked ?? words)}
      confirmLabel="Disconnect"
      destructive
      pending={disconnect.isPending}
      onConfirm={leave}
    />
  );
}
