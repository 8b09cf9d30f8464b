import { onlineManager, type Query, type QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/account/api/current-user.ts';
import { isApiError } from '#lib/api/index.ts';
import { deviceOwner } from '../device-data.ts';
import { untilReachable } from '../page-code.ts';
import { isSeenRead, SEEN_FOR_MS } from './seen-reads.ts';
import { seenStore, type Seen, type SeenStore } from './seen-store.ts';

/** Milliseconds that the device's storage gets: some browsers never answer while another tab updates it. */
const PATIENCE_MS = 3_000;

async function rowsOf(store: SeenStore): Promise<readonly Seen[]> {
  const late = new Promise<readonly Seen[]>((resolve) => setTimeout(() => resolve([]), PATIENCE_MS));
  try {
    return await Promise.race([store.read(), late]);
  } catch {
    return []; // Storage is blocked: there is nothing to show.
  }
}

/**
 * Fills an application that the device opened without the server with what its person saw last. Every answer counts as old: it
 * is asked for anew as soon as somebody can be asked.
 */
export async function openSeen(client: QueryClient, now = Date.now(), store: SeenStore = seenStore): Promise<void> {
  // It hears of changes alone, and takes a page for connected until then.
  onlineManager.setOnline(navigator.onLine);
  const owner = deviceOwner();
  if (owner === null) {
    return;
  }
  const rows = (await rowsOf(store)).filter(
    (row) => row.owner === owner && row.at > now - SEEN_FOR_MS && isSeenRead(row.key),
  );
  // Who it is about comes first: without them nothing of it has a place.
  const userKey = currentUserQuery.queryKey;
  if (!rows.some(({ key }) => key[1] === userKey[1])) {
    return;
  }
  for (const { key, data, at } of rows) {
    if (client.getQueryData(key) === undefined) {
      client.setQueryData(key, data, { updatedAt: at });
    }
  }
  await client.invalidateQueries({ refetchType: 'none' });
}

/**
 * Reads what is from the device anew once the server answers. What waits for a network goes on by itself; a read that was sent on
 * a network that leads nowhere has failed, and nothing else asks again.
 */
export async function catchUp(
  client: QueryClient,
  since = performance.timeOrigin,
  reachable: () => Promise<void> = untilReachable,
): Promise<void> {
  const isOld = ({ state }: Query) => state.dataUpdatedAt < since && state.fetchStatus === 'idle';
  const isMissed = (query: Query) => {
    const { error } = query.state;
    return isOld(query) && query.isActive() && isApiError(error) && error.code === 'network';
  };
  do {
    await reachable();
    await client.invalidateQueries({ predicate: isOld });
  } while (client.getQueryCache().getAll().some(isMissed));
}
