import type { Webhooks } from '../../webhooks/webhooks.ts';
import type { World } from '../../world/world.ts';
import type { JobListener } from './jobs.ts';

/** Notifies the app of its posts by webhook, as TikTok does. */
export function tiktokNotifications(world: World, webhooks: Webhooks, changed: () => void): JobListener {
  return (event, job, more) => {
    changed();
    const account = world.accounts.get('tiktok', job.accountId);
    if (!account) {
      return;
    }
    webhooks.notify('tiktok', event, account, {
      publish_id: job.publishId,
      publish_type: job.mode === 'DIRECT_POST' ? 'DIRECT_PUBLISH' : 'INBOX_SHARE',
      ...more,
    });
  };
}
