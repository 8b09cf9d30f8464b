import { useSyncExternalStore } from 'react';

function widthOf(media: string) {
  return {
    matches: () => matchMedia(media).matches,
    subscribe: (onChange: () => void) => {
      const query = matchMedia(media);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
  };
}

/** The style sheets' `sm:`: from here on a page is laid out for more than a phone. */
const wide = widthOf('(min-width: 640px)');
/** Their `lg:`: from here on something fits beside the content of a page. */
const roomy = widthOf('(min-width: 64rem)');

export const isWide = wide.matches;

/** For what is costly to render and shown on one of the two only; everything else is hidden by its style. */
export function useIsWide(): boolean {
  return useSyncExternalStore(wide.subscribe, wide.matches);
}

/** As `useIsWide`, for what stands beside the content where there is room. */
export function useIsRoomy(): boolean {
  return useSyncExternalStore(roomy.subscribe, roomy.matches);
}
