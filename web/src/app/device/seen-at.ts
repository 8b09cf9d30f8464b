import { notifyManager, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { isOpenedByDevice } from '../device-data.ts';

/**
 * When the oldest answer on screen was read, if that was before this page was opened, so that it is from the device; null
 * otherwise. What is about the business counts first: names and settings of the person may be older without a loss.
 */
export function seenAt(client: QueryClient, since: number): number | null {
  const shown = client.getQueryCache().findAll({ type: 'active', predicate: ({ state }) => state.data !== undefined });
  const ofBusiness = shown.filter(({ queryKey }) => queryKey[0] !== null);
  const oldest = Math.min(...(ofBusiness.length > 0 ? ofBusiness : shown).map(({ state }) => state.dataUpdatedAt));
  return oldest < since ? oldest : null;
}

/** `seenAt` of this page, followed where the device has opened it: on any other page all answers are younger than the page. */
export function useSeenAt(): number | null {
  const client = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) =>
      isOpenedByDevice() ? client.getQueryCache().subscribe(notifyManager.batchCalls(listener)) : () => undefined,
    [client],
  );
  return useSyncExternalStore(
    subscribe,
    () => seenAt(client, performance.timeOrigin),
    () => null,
  );
}
