import type { Route, Service } from '../http/router.ts';
import { secret } from '../world/ids.ts';
import type { World } from '../world/world.ts';
import { StripeAccount } from './account.ts';
import { apiRoutes, failure, refusalOf } from './api.ts';
import { stripeControls } from './controls.ts';
import { StripeEvents } from './events.ts';
import { stripePages } from './pages.ts';

export { stripeCredentials } from './credentials.ts';

export interface StripeService extends Service {
  readonly controls: readonly Route[];
  close(): void;
}

/** Stripe's subscriptions: the API, the pages that people see there, the events it sends. */
export function stripe(world: World, changed: () => void): StripeService {
  const events = new StripeEvents(world, changed);
  const account = new StripeAccount(world, events);
  return {
    target: 'stripe',
    prefix: '/stripe',
    routes: [...apiRoutes(account), ...stripePages(account)],
    controls: stripeControls(account, events),
    refuse: (fault) => refusalOf(fault),
    decorate: () => ({ 'request-id': secret('req_') }),
    notFound: (call) =>
      failure(404, 'invalid_request_error', `Unrecognized request URL (${call.method}: ${call.path}).`),
    close: () => events.close(),
  };
}
