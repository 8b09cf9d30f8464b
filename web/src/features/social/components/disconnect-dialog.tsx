import type { Platform } from '@postloom/contracts';
import { useScheduledCount } from '#data/posts.ts';
import { useSchedules } from '#data/schedules.ts';
import { platformRules } from '#lib/contract-data.ts';
import { toastError } from '#lib/toast-error.ts';
import { listOf, plural } from '#lib/words.ts';
import { ConfirmDialog, toast } from '#ui/index.ts';
import { useDisconnect } from '../api/disconnect.ts';
import { socialTexts } from '../texts.ts';

/** Asks before a platform is disconnected, and says what will wait for it. */
export function DisconnectDialog({ platform, onClose }: { platform: Platform; onClose(): void }) {
  const { name } = platformRules[platform];
  const disconnect = useDisconnect();
  const posts = useScheduledCount(platform);
  const { data: schedules = [] } = useSchedules();
  const recurring = schedules.filter((one) => one.isActive && one.platforms.includes(platform)).length;

  const leave = () =>
    void disconnect
      .mutateAsync(platform)
      .then(
        () => toast({ title: socialTexts.disconnected(name), tone: 'success' }),
        (error: unknown) => toastError(error, socialTexts.disconnectFailed),
      )
      .then(onClose);

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={socialTexts.disconnectQuestion(name)}
      description={`${whatWaits(posts, recurring)} ${socialTexts.publishedStays}`}
      confirmLabel="Disconnect"
      destructive
      pending={disconnect.isPending}
      onConfirm={leave}
    />
  );
}

/** `posts`: undefined while it is not known. */
export function whatWaits(posts: number | undefined, recurring: number): string {
  const parts = [
    ...(posts ? [plural(posts, 'scheduled post')] : []),
    ...(recurring > 0 ? [plural(recurring, 'recurring schedule')] : []),
  ];
  if (posts === undefined) {
    return socialTexts.waits('Scheduled posts for it');
  }
  if (parts.length === 0) {
    return socialTexts.nothingWaits;
  }
  return socialTexts.waits(listOf(parts));
}
