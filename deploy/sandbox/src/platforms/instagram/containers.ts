import { json } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { World } from '../../world/world.ts';
import { containerStatus } from './publishing.ts';

/** `GET /sandbox/containers[?account=]`: the containers of the last day with their state, oldest first. */
export function containersControl(world: World): Route {
  return {
    method: 'GET',
    path: '/sandbox/containers',
    handle: (call) => json(containersOf(world, call.query.get('account'))),
  };
}

function containersOf(world: World, account: string | null): Record<string, unknown>[] {
  const isAsked = account !== null && account !== '';
  const wanted = isAsked ? world.accounts.find('instagram', account)?.id : undefined;
  return [...world.containers.values()]
    .filter((container) => !isAsked || container.accountId === wanted)
    .map((container) => ({
      id: container.id,
      accountId: container.accountId,
      kind: container.kind,
      caption: container.caption,
      carouselItem: container.carouselItem,
      children: container.children,
      status: containerStatus(world, container).code,
    }));
}
