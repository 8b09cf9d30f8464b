import type { Platform } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';
import type { bestSlots } from './best-slots.ts';
import type { BestTime } from './free-slots.ts';

/** Milliseconds after which they count as stale when a form opens: posts are measured daily. */
const STALE_MS = 5 * 60_000;

/**
 * When posts on these platforms did well, and what finds slots by it; undefined while that is not known, where general guidance has
 * to do, and when it cannot be asked.
 */
export function useBestTimes(
  platforms: readonly Platform[],
): { cells: readonly BestTime[]; slots: typeof bestSlots } | undefined {
  const query = platforms.length === 0 ? {} : { platforms: platforms.toSorted().join(',') };
  const { data } = useQuery({
    ...routeQuery(routes.bestTimes, { businessId: usePageBusiness(), query }),
    staleTime: STALE_MS,
  });
  const [find, setFind] = useState<{ slots: typeof bestSlots }>();
  const isOwn = data?.basis === 'own';
  // Its code comes with the first figures: most forms open without it.
  useEffect(() => {
    if (isOwn) {
      import('./best-slots.ts').then(
        ({ bestSlots: slots }) => setFind({ slots }),
        () => undefined, // the usual times stay
      );
    }
  }, [isOwn]);
  return useMemo(() => (isOwn && find ? { cells: data.cells, ...find } : undefined), [isOwn, find, data]);
}
