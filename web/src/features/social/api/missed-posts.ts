import type { Business, Platform, Post } from '@postloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { checkListOf, troubledAt } from '#data/check-list.ts';
import { asList, PAGE_ROWS, routeQuery, routes } from '#lib/api/index.ts';
import { failedSince } from '#lib/contract-data.ts';

export type Missed = {
  posts: number;
  /** Where they are. */
  href: string;
};

/** Posts of a business that failed on a platform lately, where there are any; null too while that can't be read. */
export async function readMissed(
  client: QueryClient,
  { id: businessId, timeZone }: Pick<Business, 'id' | 'timeZone'>,
  platform: Platform,
): Promise<Missed | null> {
  const query = { status: 'failed', platform, settledFrom: failedSince(Date.now()), limit: PAGE_ROWS } as const;
  const failed = await client
    .fetchQuery({ ...routeQuery(routes.posts, { businessId, query }), staleTime: 0 })
    .then(asList<Post>, () => []);
  const missed = failed
    .filter(({ targets }) => targets.some((target) => target.platform === platform && target.status === 'failed'))
    .sort((a, b) => Date.parse(troubledAt(b)) - Date.parse(troubledAt(a)));
  const [latest] = missed;
  return latest
    ? {
        posts: missed.length,
        href: missed.length === 1 ? `/schedule?post=${latest.id}` : checkListOf(latest, timeZone, platform),
      }
    : null;
}
