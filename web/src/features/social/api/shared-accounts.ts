import type { SharedAccount, SocialAccount } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { asList, routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';
import { platformRules, sharedSentence } from '#lib/contract-data.ts';

export const sharedAccountsQuery = (businessId: string | null) => routeQuery(routes.sharedAccounts, { businessId });

/** Whom an account is connected to as well; null: nobody whom the person can see. */
export function sharedWith(shared: readonly SharedAccount[], { id, platform }: SocialAccount): string | null {
  const found = shared.find(({ accountId }) => accountId === id);
  return found
    ? sharedSentence(
        platformRules[platform].name,
        found.businesses.map(({ name }) => name),
      )
    : null;
}

/** Gives the sentence of an account; none while it is not known. Not asked while there are no accounts. */
export function useSharedWith(hasAccounts: boolean): (account: SocialAccount) => string | null {
  const { data } = useQuery({ ...sharedAccountsQuery(usePageBusiness()), enabled: hasAccounts });
  return (account) => sharedWith(asList(data), account);
}
