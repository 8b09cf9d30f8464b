import type { Service } from '../../http/router.ts';
import type { World } from '../../world/world.ts';
import { bearer, argument } from '../../http/call.ts';
import { graphFault, unknownGraphPath, usageOf } from '../graph.ts';
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
    revoke: async (call) => {
      const token = world.grants.token('instagram', argument(call, 'access_token') ?? bearer(call));
      if (token) await world.grants.revoke(token.grantId);
    },
    decorate: (call, reply) => (reply.headers['x-app-usage'] === undefined ? usageOf(world, 'instagram', call) : {}),
    notFound: unknownGraphPath,
  };
}
