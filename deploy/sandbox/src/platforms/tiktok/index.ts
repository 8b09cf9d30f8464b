import { bearer } from '../../http/call.ts';
import type { World } from '../../world/world.ts';
import type { PlatformService, PlatformTools } from '../services.ts';
import { envelope, tiktokFault } from './answers.ts';
import { TikTokJobs } from './jobs.ts';
import { tiktokLogin } from './login.ts';
import { tiktokNotifications } from './notifications.ts';
import { tiktokPublishing } from './publishing.ts';
import { tiktokReading } from './reading.ts';

/** TikTok: Login Kit, photo posts of the Content Posting API, Display API. */
export function tiktok(world: World, { webhooks, changed, report }: PlatformTools): PlatformService {
  const jobs = new TikTokJobs(world, tiktokNotifications(world, webhooks, changed), report);
  return {
    target: 'tiktok',
    prefix: '/tiktok',
    routes: [...tiktokLogin(world), ...tiktokPublishing(world, jobs), ...tiktokReading(world)],
    refuse: (fault) => tiktokFault(fault),
    revoke: (call) => world.grants.revokeByToken('tiktok', bearer(call)),
    removed: (post, account) =>
      webhooks.notify('tiktok', 'post.publish.no_longer_publicaly_available', account, {
        publish_id: post.refs?.['publish'],
        publish_type: 'DIRECT_PUBLISH',
        post_id: post.remoteId,
      }),
    resume: () => jobs.resume(),
    close: () => jobs.close(),
    notFound: (call) => envelope({}, 'unsupported_path', `Unsupported path: ${call.path}`, 404),
  };
}
