import { useQuery } from '@tanstack/react-query';
import { routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';
import { usePageContext } from './page-context.tsx';

export const limitsQuery = (businessId: string | null) => routeQuery(routes.userLimits, { businessId });

/** Plan, limits and usage of whoever pays for the business of the page. */
export function useLimits() {
  return useQuery(limitsQuery(usePageBusiness()));
}

/** The same of the person's own plan, whosever business the page shows. Who owns no business, but works in others', cannot ask for it. */
export function useOwnLimits() {
  const { business, businesses } = usePageContext();
  const own = [business, ...businesses].find((one) => one?.role === 'owner');
  return useQuery({
    ...limitsQuery(own?.id ?? null),
    staleTime: 0, // what happens in a business that no page shows is not told
    enabled: own !== undefined || businesses.length === 0,
  });
}
