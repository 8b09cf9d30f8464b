import type { World } from '../../world/world.ts';
import { graphFault, graphToken, unknownGraphPath, unversionedGraph, usageOf } from '../graph.ts';
import type { PlatformService } from '../services.ts';
import { containersControl } from './containers.ts';
import { instagramInsights } from './insights.ts';
import { instagramLogin } from './login.ts';
import { instagramPublishing } from './publishing.ts';
import { instagramReading } from './reading.ts';

/** Instagram API with Instagram Login, on three paths that stand for its three hosts. */
export function instagram(world: World): PlatformService {
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
    unversioned: unversionedGraph,
    controls: [containersControl(world)],
    notFound: unknownGraphPath,
  };
}
