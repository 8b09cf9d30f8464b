import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';

type SearchState = {
  /** The value of a name in the address, or null. */
  get(name: string): string | null;
  /** Sets (or, with null, removes) names; `push` makes a step that Back undoes. */
  set(changes: Record<string, string | null>, how?: 'push' | 'replace'): void;
};

/** View, search, month and what is open live in the address: Back and reload restore them. */
export function useSearchState(): SearchState {
  const search = useSearch();
  const [location, navigate] = useLocation();
  const get = useCallback((name: string) => new URLSearchParams(search).get(name), [search]);
  const set = useCallback<SearchState['set']>(
    (changes, how = 'replace') => {
      // Read at the time of the call: two changes in one tick must not undo each other.
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === '') {
          next.delete(name);
        } else {
          next.set(name, value);
        }
      }
      const text = next.toString();
      navigate(text ? `${location}?${text}` : location, { replace: how === 'replace' });
    },
    [location, navigate],
  );
  return { get, set };
}
