import type { Photo } from '@postloom/contracts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

/** Hears of a photo that is about to be deleted, and of the same one that takes its place. */
type Listener = (id: string, successor: Photo) => void;

const heard = new WeakMap<QueryClient, Set<Listener>>();

/** Calls the listener before each such deletion of this page. */
export function useSuccessors(listener: Listener): void {
  const client = useQueryClient();
  const tell = useEffectEvent(listener);
  useEffect(() => {
    const own: Listener = (...succeeded) => tell(...succeeded);
    const listeners = heard.get(client) ?? new Set();
    heard.set(client, listeners.add(own));
    return () => void listeners.delete(own);
  }, [client]);
}

export function saySucceeded(client: QueryClient, id: string, successor: Photo): void {
  for (const listener of heard.get(client) ?? []) {
    listener(id, successor);
  }
}
