import { bearer } from '../../http/call.ts';
import type { Service } from '../../http/router.ts';
import type { World } from '../../world/world.ts';
import { xLogin } from './login.ts';
import { xMedia } from './media.ts';
import { problem, xFault } from './problems.ts';
import { RateLimits } from './rate-limits.ts';
import { xTweets } from './tweets.ts';

/** X API v2 with OAuth 2.0 and PKCE. */
export function x(world: World): Service {
  const limits = new RateLimits(world);
  return {
    target: 'twitter',
    prefix: '/x',
    routes: [...xLogin(world), ...xMedia(world, limits), ...xTweets(world, limits)],
    refuse: (fault) => xFault(fault),
    revoke: (call) => world.grants.revokeByToken('twitter', bearer(call)),
    decorate: (call, reply) =>
      call.path.startsWith('/x/2/oauth2') ? {} : { ...limits.headers(call), ...pick(reply.headers, 'x-rate-limit-') },
    notFound: (call) => problem(404, 'Not Found', `No route ${call.method} ${call.path}`),
  };
}

function pick(headers: Readonly<Record<string, string>>, prefix: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith(prefix)));
}
