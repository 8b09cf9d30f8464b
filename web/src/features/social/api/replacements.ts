import type { BodyOf } from '@postloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { asList, invalidatePaths, routeQuery, routes, usePageBusiness, usePageCall } from '#lib/api/index.ts';
import { useSocialAccounts } from '#data/social.ts';
import { questionsOf, type Question } from '../replacement-rules.ts';

export const replacementsQuery = (businessId: string | null) => routeQuery(routes.accountReplacements, { businessId });

/** What waits for accounts that were replaced; empty while it is not known. */
export function useReplacements(): readonly Question[] {
  const { data } = useQuery(replacementsQuery(usePageBusiness()));
  const { data: accounts } = useSocialAccounts();
  return questionsOf(asList(data), accounts ?? []);
}

/** Answers the question of one account for everything that waits for it; the same answer twice is one. */
export function useDecideReplacement() {
  const call = usePageCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof routes.decideReplacement>) => call(routes.decideReplacement, { body }),
    onSettled: () =>
      invalidatePaths(client, [
        '/api/social-accounts/replacements',
        '/api/posts',
        '/api/calendar',
        '/api/recurring-schedules',
      ]),
  });
}
