import type { BodyOf } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, routes } from '#lib/api/index.ts';
import { currentUserQuery, forgetFormerPerson } from './current-user.ts';

export type SignIn = BodyOf<typeof routes.login>;

/** Starts a session. Everything cached of a former person goes first. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SignIn) => callRoute(routes.login, { body, quiet: true }),
    onSuccess: (user) => {
      forgetFormerPerson(client);
      client.setQueryData(currentUserQuery.queryKey, user);
    },
  });
}
