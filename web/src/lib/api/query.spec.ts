import { describe, expect, it } from 'vitest';
import { asList, createQueryClient, invalidateBusiness, invalidatePaths, previousOf, routeKey } from './query.ts';
import { routes } from './routes.ts';

describe('cache', () => {
  it('has the defaults: never stale, no retries, no refetch by itself', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions();
    expect(queries).toMatchObject({
      staleTime: Infinity,
      retry: false,
      refetchOnWindowFocus: false,
      refetchInterval: false,
    });
    expect(mutations).toMatchObject({ retry: false, networkMode: 'always' });
  });

  it('keeps each business apart, and the person under none', async () => {
    const client = createQueryClient();
    const of = (businessId: string) => routeKey(routes.photos, { businessId });
    client.setQueryData(of('a'), ['of a']);
    client.setQueryData(of('b'), ['of b']);
    expect(client.getQueryData(of('a'))).toEqual(['of a']);
    expect(routeKey(routes.currentUser, { businessId: 'a' })).toEqual(
      routeKey(routes.currentUser, { businessId: 'b' }),
    );
    await invalidateBusiness(client, 'b');
    expect(client.getQueryState(of('a'))?.isInvalidated).toBe(false);
    expect(client.getQueryState(of('b'))?.isInvalidated).toBe(true);
  });

  it('marks a path and what is below it, not one that only begins alike', async () => {
    const client = createQueryClient();
    const status = routeKey(routes.socialStatus, { businessId: 'a' });
    const accounts = routeKey(routes.socialAccounts, { businessId: 'a' });
    client.setQueryData(status, {});
    client.setQueryData(accounts, []);
    await invalidatePaths(client, ['/api/social']);
    expect(client.getQueryState(status)?.isInvalidated).toBe(true);
    expect(client.getQueryState(accounts)?.isInvalidated).toBe(false);
  });

  it('holds a former answer on screen only for the same business', () => {
    const query = { queryKey: routeKey(routes.photos, { businessId: 'a' }) };
    expect(previousOf('a')(['of a'], query)).toEqual(['of a']);
    expect(previousOf('b')(['of a'], query)).toBeUndefined();
    expect(previousOf('a')(undefined, undefined)).toBeUndefined();
  });

  it('takes lists as arrays or pages, anything else as empty', () => {
    expect(asList([1])).toEqual([1]);
    expect(asList({ data: [2] })).toEqual([2]);
    expect(asList(null)).toEqual([]);
    expect(asList({ data: 'x' } as unknown as { data: readonly string[] })).toEqual([]);
  });
});
