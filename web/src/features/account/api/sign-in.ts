import type { BodyOf, User } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, routes } from '#lib/api/index.ts';
import { currentUserQuery, forgetFormerPerson } from './current-user.ts';

export type SignIn = BodyOf<typeof routes.login>;

/** A way to sign in: it answers who has a session now. Everything cached of a former person goes first. */
export function useSessionStart<V = void>(signIn: (variables: V) => Promise<User>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signIn,
    onSuccess: (user) => {
      forgetFormerPerson(client);
      client.setQueryData(currentUserQuery.queryKey, user);
    },
  });
}

export const useSignIn = () => useSessionStart((body: SignIn) => callRoute(routes.login, { body, quiet: true }));
