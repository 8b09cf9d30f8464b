import { bearer } from '../../http/call.ts';
import type { Service } from '../../http/router.ts';
import type { World } from '../../world/world.ts';
import { envelope, tiktokFault } from './answers.ts';
import type { TikTokJobs } from './jobs.ts';
import { tiktokLogin } from './login.ts';
import { tiktokPublishing } from './publishing.ts';
import { tiktokReading } from './reading.ts';

/** TikTok: Login Kit, photo posts of the Content Posting API, Display API. */
export function tiktok(world: World, jobs: TikTokJobs): Service {
  return {
    target: 'tiktok',
    prefix: '/tiktok',
    routes: [...tiktokLogin(world), ...tiktokPublishing(world, jobs), ...tiktokReading(world)],
    refuse: (fault) => tiktokFault(fault),
    revoke: (call) => world.grants.revokeByToken('tiktok', bearer(call)),
    notFound: (call) => envelope({}, 'unsupported_path', `Unsupported path: ${call.path}`, 404),
  };
}
