import { useCallback, useState } from 'react';

/**
 * State that belongs to something, such as what is open for a business: it starts again when the owner changes, and what is
 * set for a former owner is dropped.
 */
export function useStateOf<T>(owner: string | null, initial: T): [T, (value: T) => void] {
  const [held, setHeld] = useState({ owner, value: initial });
  if (held.owner !== owner) {
    setHeld({ owner, value: initial });
  }
  const set = useCallback((value: T) => setHeld((now) => (now.owner === owner ? { owner, value } : now)), [owner]);
  return [held.owner === owner ? held.value : initial, set];
}
