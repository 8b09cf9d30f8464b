import type { Service } from '../../http/router.ts';
import type { World } from '../../world/world.ts';
import { graphFault, graphToken, unknownGraphPath, unversionedGraph, usageOf } from '../graph.ts';
import { facebookInsights } from './insights.ts';
import { facebookLogin } from './login.ts';
import { facebookPublishing } from './publishing.ts';
import { facebookReading } from './reading.ts';

/** Facebook Pages over the Graph API. */
export function facebook(world: World): Service {
  return {
    target: 'facebook',
    prefix: '/facebook',
    routes: [
      ...facebookLogin(world),
      ...facebookPublishing(world),
      ...facebookReading(world),
      ...facebookInsights(world),
    ],
    refuse: (fault) => graphFault(fault, 'pages'),
    revoke: (call) => world.grants.revokeByToken('facebook', graphToken(call)),
    decorate: (call, reply) => (reply.headers['x-app-usage'] === undefined ? usageOf(world, 'facebook', call) : {}),
    unversioned: unversionedGraph,
    notFound: unknownGraphPath,
  };
}
