import type { BodyOf } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { callRoute, invalidatePaths, routes } from '../../../lib/api/index.ts';

export type NewBusiness = BodyOf<typeof routes.createBusiness>;

/** Creates a business once, however often the button is pressed: the key stays until it worked or the input changed. */
export function useCreateBusiness() {
  const client = useQueryClient();
  const intent = useRef<{ body: string; key: string } | null>(null);
  return useMutation({
    mutationFn: (body: NewBusiness) => {
      const text = JSON.stringify(body);
      if (intent.current?.body !== text) intent.current = { body: text, key: crypto.randomUUID() };
      return callRoute(routes.createBusiness, { body, idempotencyKey: intent.current.key });
    },
    onSuccess: async () => {
      intent.current = null;
      await invalidatePaths(client, ['/api/businesses', '/api/user/active-business']);
    },
  });
}
