import type { AnswerOf, Business, SocialAccount, User } from '@postloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#features/account/api/current-user.ts';
import { activeBusinessQuery, businessesQuery } from '#features/businesses/api/businesses.ts';
import { replacementsQuery } from '#features/social/api/replacements.ts';
import { socialAccountsQuery } from '#data/social.ts';
import { asList, pageBusiness, setPageBusinessId, type routes } from '#lib/api/index.ts';
import { businessOfPage } from './page-business.ts';

/** What the web origin put into the page; parts that it could not learn in time are absent. */
type SignedInData = {
  user: User;
  businesses?: readonly Business[] | { data: readonly Business[] };
  activeBusiness?: AnswerOf<typeof routes.activeBusiness>;
  /** Of the active business. */
  accounts?: readonly SocialAccount[] | { data: readonly SocialAccount[] };
  replacements?: AnswerOf<typeof routes.accountReplacements>;
};

function read(element: Element): SignedInData | null {
  try {
    return JSON.parse(element.textContent) as SignedInData;
  } catch {
    return null; // Cut off on the way: the page asks by itself.
  }
}

/**
 * Takes who is signed in, the businesses and the active one with its accounts from the page, so that nothing of it is asked again and the first
 * render shows the product. Once only: the element goes, because what it says grows old.
 */
export function takeSignedInData(client: QueryClient, page: Document = document): void {
  const element = page.getElementById('signed-in');
  const data = element && read(element);
  element?.remove();
  if (!data) {
    return;
  }
  client.setQueryData(currentUserQuery.queryKey, data.user);
  if (data.businesses) {
    client.setQueryData(businessesQuery.queryKey, [...asList(data.businesses)]);
  }
  if (data.activeBusiness) {
    client.setQueryData(activeBusinessQuery.queryKey, data.activeBusiness);
  }
  if (data.businesses && data.activeBusiness) {
    setPageBusinessId(businessOfPage(asList(data.businesses), data.activeBusiness.businessId, pageBusiness()));
  }
  const businessId = pageBusiness();
  if (businessId === null || businessId !== data.activeBusiness?.businessId) {
    return;
  }
  // What may stand above the page: known before the first paint, it never pushes the page down.
  if (data.accounts) {
    client.setQueryData(socialAccountsQuery(businessId).queryKey, [...asList(data.accounts)]);
  }
  if (data.replacements) {
    client.setQueryData(replacementsQuery(businessId).queryKey, data.replacements);
  }
}
