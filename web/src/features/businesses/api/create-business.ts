import type { BodyOf } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, invalidatePaths, routes, useIntentKey } from '#lib/api/index.ts';

export type NewBusiness = BodyOf<typeof routes.createBusiness>;

/** Creates a business once, however often the button is pressed. */
export function useCreateBusiness() {
  const client = useQueryClient();
  const intent = useIntentKey();
  return useMutation({
    mutationFn: (body: NewBusiness) =>
      callRoute(routes.createBusiness, { body, idempotencyKey: intent.keyFor(JSON.stringify(body)) }),
    onSuccess: async () => {
      intent.done();
      await invalidatePaths(client, ['/api/businesses', '/api/user/active-business']);
    },
  });
}
