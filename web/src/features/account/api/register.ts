import type { BodyOf } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, isUnauthorized, routes } from '#lib/api/index.ts';
import { currentUserQuery, forgetFormerPerson } from './current-user.ts';

export type Registration = BodyOf<typeof routes.register>;

/**
 * Creates an account. The answer is the same for an address that is taken, only without a session; so the session itself is
 * asked for afterwards. `signedIn` is false when there is none.
 */
export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Registration): Promise<{ signedIn: boolean }> => {
      await callRoute(routes.register, { body, quiet: true });
      forgetFormerPerson(client);
      try {
        await client.fetchQuery({ ...currentUserQuery, staleTime: 0 });
        return { signedIn: true };
      } catch (error) {
        if (isUnauthorized(error)) {
          return { signedIn: false };
        }
        throw error;
      }
    },
  });
}
