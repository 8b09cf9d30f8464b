import { useMutation, useQuery } from '@tanstack/react-query';
import { callRoute, routeQuery, routes } from '#lib/api/index.ts';

/** Where people sign in: at a provider, or with accounts of Postloom's own. */
export const signInProviderQuery = routeQuery(routes.signInProvider, { businessId: null, quiet: true });

export function useSignInProvider() {
  return useQuery(signInProviderQuery);
}

/** Connects the account of a mailed link with the sign-in at the provider. The link works once. */
export function useConfirmLink() {
  return useMutation({
    mutationFn: (token: string) => callRoute(routes.confirmLink, { body: { token }, quiet: true }),
  });
}
