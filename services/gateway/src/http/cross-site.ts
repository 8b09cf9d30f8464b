import { routes } from '@postloom/contracts';
import type { RouteContract } from '@postloom/contracts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** GET calls that change something: another site must not be able to trigger them. */
const CHANGING_GETS: ReadonlySet<RouteContract | undefined> = new Set([
  routes.logout,
  routes.socialConnect,
  routes.exportData,
  routes.uploadParameters,
]);

interface RequestFacts {
  readonly method: string;
  /** The matched route, not the address, which can be written in many ways. */
  readonly contract: RouteContract | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
}

/**
 * True when a request that changes something shows that another site caused it. A call without `Origin` and `Sec-Fetch-Site` comes from a
 * script rather than a browser; there its session alone decides.
 */
export function isCrossSite(request: RequestFacts, ownOrigin: string): boolean {
  const changes = !SAFE_METHODS.has(request.method);
  if (!changes && !CHANGING_GETS.has(request.contract)) {
    return false;
  }
  if (request.fetchSite !== undefined && request.fetchSite !== 'same-origin' && request.fetchSite !== 'none') {
    return true;
  }
  return changes && request.origin !== undefined && request.origin !== ownOrigin;
}
