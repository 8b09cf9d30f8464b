import type { Platform, Post } from '@postloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { asList, PAGE_ROWS, routeQuery, routes } from '#lib/api/index.ts';
import { failedSince } from '#lib/contract-data.ts';
import { dayIn, monthOf } from '#lib/month-grid.ts';
import { browserTimeZone } from '#lib/time-zones.ts';

export type Missed = {
  posts: number;
  /** Where they are. */
  href: string;
};

/** Posts of a business that failed on a platform lately, where there are any; null too while that can't be read. */
export async function readMissed(client: QueryClient, businessId: string, platform: Platform): Promise<Missed | null> {
  const query = { status: 'failed', platform, settledFrom: failedSince(Date.now()), limit: PAGE_ROWS } as const;
  const failed = await client
    .fetchQuery({ ...routeQuery(routes.posts, { businessId, query }), staleTime: 0 })
    .then(asList<Post>, () => []);
  const missed = failed.filter(({ targets }) =>
    targets.some((target) => target.platform === platform && target.status === 'failed'),
  );
  const [newest] = missed;
  if (!newest) {
    return null;
  }
  const month = monthOf(dayIn(browserTimeZone(), newest.scheduledFor ?? newest.createdAt));
  return {
    posts: missed.length,
    href:
      missed.length === 1
        ? `/schedule?post=${newest.id}`
        : `/schedule?view=list&month=${month}&platform=${platform}&check=1`,
  };
}
