import { useMutation } from '@tanstack/react-query';
import { callRoute, routes } from '#lib/api/index.ts';

export type AccountDeletion = { readonly confirmationCode: string; readonly state: 'pending' | 'verified' };

/**
 * Deletes the signed-in person's account: with the password the request is carried out at once. Without one (null) the server mails a link
 * instead, and says so by `pending`, unless the person has just signed in.
 */
export function useDeleteAccount(email: string) {
  return useMutation({
    mutationFn: async (password: string | null): Promise<AccountDeletion> => {
      if (password !== null) {
        await callRoute(routes.confirmIdentity, { body: { password }, quiet: true });
      }
      return callRoute(routes.requestDeletion, { body: { email }, quiet: true });
    },
  });
}
