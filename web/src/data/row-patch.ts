import type { QueryClient, QueryKey, QueryState } from '@tanstack/react-query';
import { asList, callRoute, PAGE_ROWS, pathOfKey, type routes } from '#lib/api/index.ts';

/** What is kept of a read. */
type KeptRead = { queryKey: QueryKey; state: QueryState };

/** Rows as they are now, by their ids (one that is gone is absent), and every read of the lists that may hold them. */
type ChangedRows<T> = { now: ReadonlyMap<string, T>; reads: readonly KeptRead[] };

/** Reads rows of a business that changed, and them alone. Null: the lists must be read again instead. */
export async function changedRows<T extends { id: string }>(
  client: QueryClient,
  businessId: string,
  asked: { route: typeof routes.photos | typeof routes.posts; lists: readonly string[]; ids: readonly string[] },
): Promise<ChangedRows<T> | null> {
  const { route, lists, ids } = asked;
  if (ids.length > PAGE_ROWS) {
    return null;
  }
  const answer: unknown = await callRoute(route, { businessId, query: { ids: ids.join(',') } });
  const reads = client.getQueryCache().findAll({
    predicate: ({ queryKey }) => queryKey[0] === businessId && lists.includes(pathOfKey(queryKey) ?? ''),
  });
  // A running read may have begun before the change, and would write over it.
  return reads.some(({ state }) => state.fetchStatus !== 'idle')
    ? null
    : { now: new Map(asList(answer as readonly T[]).map((row) => [row.id, row])), reads };
}

/** Changes what is kept of a read; when `change` gives null, only the server can say and it is read again. */
export function patchRead<D>(client: QueryClient, { queryKey, state }: KeptRead, change: (data: D) => D | null): void {
  // What is old for another reason stays old.
  const patched = state.data === undefined || state.isInvalidated ? null : change(state.data as D);
  if (patched === null) {
    void client.invalidateQueries({ queryKey, exact: true });
  } else {
    client.setQueryData(queryKey, patched, { updatedAt: state.dataUpdatedAt });
  }
}
