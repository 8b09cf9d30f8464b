import type { Business } from '@postloom/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { usePageContext } from '#data/page-context.tsx';
import { callRoute, isDeadLink, routes, usePageBusiness } from '#lib/api/index.ts';

/** How many of a person's other businesses are asked for a post. */
const MOST_ASKED = 20;

/** In which of the person's other businesses a post is that the shown one does not have; null: in none of them. */
export function useHomeOfPost(id: string, isMissing: boolean) {
  const { businesses } = usePageContext();
  const shown = usePageBusiness();
  return useQuery(
    queryOptions({
      queryKey: [null, 'home of a post', id, shown],
      enabled: isMissing,
      // Rare, and asked afresh each time: nothing tells this page what happens in a business that it does not show.
      gcTime: 0,
      queryFn: async ({ signal }): Promise<Business | null> => {
        for (const business of businesses.filter((one) => one.id !== shown).slice(0, MOST_ASKED)) {
          if (await hasPost(business.id, id, signal)) {
            return business;
          }
        }
        return null;
      },
    }),
  );
}

async function hasPost(businessId: string, id: string, signal: AbortSignal): Promise<boolean> {
  try {
    await callRoute(routes.post, { params: { id }, businessId, signal });
    return true;
  } catch (error) {
    if (isDeadLink(error)) {
      return false;
    }
    throw error;
  }
}
