import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, routes } from '#lib/api/index.ts';
import { activeBusinessQuery } from './businesses.ts';
import { showBusiness } from './show-business.ts';

/**
 * Makes a business the active one, here and for the next visit. Whatever offers a switch shares one queue, so that of two
 * quick choices the last one is shown.
 */
export function useSwitchBusiness() {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'The business could not be switched. Please try again.' },
    scope: { id: 'active-business' },
    mutationFn: (businessId: string) => callRoute(routes.setActiveBusiness, { body: { businessId } }),
    onSuccess: (answer) => {
      client.setQueryData(activeBusinessQuery.queryKey, answer);
      showBusiness(client, answer.businessId);
    },
  });
}
