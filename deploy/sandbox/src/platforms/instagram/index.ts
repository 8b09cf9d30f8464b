import type { Service } from '../../http/router.ts';
import type { World } from '../../world/world.ts';
import { graphFault, graphToken, unknownGraphPath, usageOf } from '../graph.ts';
import { instagramInsights } from './insights.ts';
import { instagramLogin } from './login.ts';
import { instagramPublishing } from './publishing.ts';
import { instagramReading } from './reading.ts';

/** Instagram API with Instagram Login, on three paths that stand for its three hosts. */
export function instagram(world: World): Service {
  return {
    target: 'instagram',
    prefix: '/instagram',
    routes: [
      ...instagramLogin(world),
      ...instagramPublishing(world),
      ...instagramReading(world),
      ...instagramInsights(world),
    ],
    refuse: (fault) => graphFault(fault, 'instagram'),
    revoke: (call) => world.grants.revokeByToken('instagram', graphToken(call)),
    decorate: (call, reply) => (reply.headers['x-app-usage'] === undefined ? usageOf(world, 'instagram', call) : {}),
    notFound: unknownGraphPath,
  };
}
