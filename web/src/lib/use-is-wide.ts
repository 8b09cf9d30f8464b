import { useSyncExternalStore } from 'react';

/** The style sheets' `sm:`: from here on a page is laid out for more than a phone. */
const WIDE = '(min-width: 640px)';

export const isWide = () => matchMedia(WIDE).matches;

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** For what is costly to render and shown on one of the two only; everything else is hidden by its style. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWide);
}
