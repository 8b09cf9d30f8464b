import type { QueryClient } from '@tanstack/react-query';
import { businessesQuery } from '#data/businesses.ts';
import { activeBusinessQuery } from '#features/businesses/api/businesses.ts';
import {
  asList,
  FIRST_PAGE,
  isAccountPath,
  PAGE_ROWS,
  pageBusiness,
  pagesKey,
  routeKey,
  setPageBusinessId,
} from '#lib/api/index.ts';
import { businessOfPage } from './page-business.ts';
import type { FirstAnswer } from './routes.ts';

/** What the web origin put into the page; what it could not learn in time is absent. */
function contentOf(element: Element): readonly FirstAnswer[] | null {
  try {
    return JSON.parse(element.textContent) as FirstAnswer[];
  } catch {
    return null; // Cut off on the way: the page asks by itself.
  }
}

/** Keeps an answer where its read looks for it. */
function keep(client: QueryClient, businessId: string | null, { path, query, as, limit, answer }: FirstAnswer): void {
  if (as === 'pages') {
    const key = pagesKey({ path }, { businessId, query: { ...query, limit: PAGE_ROWS } });
    client.setQueryData(key, { pages: [answer], pageParams: [FIRST_PAGE] });
  } else if (as === 'covers') {
    for (const row of asList(answer as readonly { id: string }[])) {
      client.setQueryData(routeKey({ path }, { businessId, query: { ids: row.id } }), row);
    }
  } else if (as === undefined) {
    const asked = (query ?? limit) && { ...query, ...(limit && { limit }) };
    client.setQueryData(routeKey({ path }, { businessId, query: asked }), answer);
  } else if (!(answer as { nextCursor?: string | null }).nextCursor) {
    // One that goes on is left to the page, which reads it to its end.
    client.setQueryData(routeKey({ path }, { businessId, query }), [...asList(answer as readonly unknown[])]);
  }
}

/**
 * Takes who is signed in and what the screen reads first from the page, so that nothing of it is asked again and the first
 * render shows the product. Once only: the element goes, because what it says grows old.
 */
export function takeSignedInData(client: QueryClient, page: Document = document): void {
  const element = page.getElementById('signed-in');
  const answers = element && contentOf(element);
  element?.remove();
  if (!answers) {
    return;
  }
  for (const one of answers.filter(({ path }) => isAccountPath(path))) {
    keep(client, null, one);
  }
  const businesses = client.getQueryData(businessesQuery.queryKey);
  const active = client.getQueryData(activeBusinessQuery.queryKey);
  if (!businesses || !active) {
    return;
  }
  const businessId = businessOfPage(businesses, active.businessId, pageBusiness());
  setPageBusinessId(businessId);
  // The origin has asked about the active business.
  if (businessId === null || businessId !== active.businessId) {
    return;
  }
  for (const one of answers.filter(({ path }) => !isAccountPath(path))) {
    keep(client, businessId, one);
  }
}
