const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Navigations that change something although they are GET: another site must not be able to cause them. */
const CHANGING_NAVIGATIONS = /^\/api\/(?:logout|social\/[^/]+\/connect)(?:$|[?/])/;

interface RequestFacts {
  readonly method: string;
  readonly url: string;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
}

/**
 * True when a request that changes something shows that another site caused it. A call without `Origin` and
 * `Sec-Fetch-Site` is a script and passes on its session alone (api.md, conventions).
 */
export function isCrossSite(request: RequestFacts, ownOrigin: string): boolean {
  const changes = !SAFE_METHODS.has(request.method);
  if (!changes && !CHANGING_NAVIGATIONS.test(request.url)) {
    return false;
  }
  if (request.fetchSite !== undefined && request.fetchSite !== 'same-origin' && request.fetchSite !== 'none') {
    return true;
  }
  return changes && request.origin !== undefined && request.origin !== ownOrigin;
}
