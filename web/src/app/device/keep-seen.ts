import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { deviceOwner } from '../device-data.ts';
import { isSeenRead, keptOf, MOST_SEEN } from './seen-reads.ts';
import { seenStore, type Seen, type SeenStore } from './seen-store.ts';

/** Milliseconds in which answers are gathered before they are written together. */
const GATHER_MS = 1_000;

function rowOf(owner: string, { queryKey, state }: Query): Seen | undefined {
  const data = state.data === undefined || !isSeenRead(queryKey) ? undefined : keptOf(state.data);
  return data === undefined
    ? undefined
    : { id: hashKey(queryKey), owner, key: queryKey, data, at: state.dataUpdatedAt };
}

/**
 * Writes what the pages read to the device, as it comes. Only while this person is the one of the device: a tab that was left
 * open after a sign-out elsewhere keeps nothing any more. Returns how to stop.
 */
export function keepSeen(client: QueryClient, owner: string, store: SeenStore = seenStore): () => void {
  const cache = client.getQueryCache();
  const changed = new Set<Query>(cache.getAll());
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const rows = [...changed].flatMap((query) => rowOf(owner, query) ?? []);
    changed.clear();
    if (rows.length > 0 && deviceOwner() === owner) {
      // A full or blocked storage keeps nothing; the pages do not need it.
      store.write(rows, MOST_SEEN).catch(() => undefined);
    }
  };
  const later = () => {
    timer ??= setTimeout(write, GATHER_MS);
  };
  const unsubscribe = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') {
      changed.add(event.query);
      later();
    }
  });
  // The page may be gone before the next timer.
  const onHidden = () => {
    if (document.visibilityState === 'hidden') {
      write();
    }
  };
  document.addEventListener('visibilitychange', onHidden);
  later();
  return () => {
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', onHidden);
  };
}
