import type { BodyOf } from '@postloom/contracts';
import { useMutation } from '@tanstack/react-query';
import { callRoute, routes } from '#lib/api/index.ts';

export type ForgotPassword = BodyOf<typeof routes.passwordForgot>;
export type ResetPassword = BodyOf<typeof routes.passwordReset>;

/** Mails a link to the owner of an address. The answer is the same for an address nobody has. */
export function useForgotPassword() {
  return useMutation({ mutationFn: (body: ForgotPassword) => callRoute(routes.passwordForgot, { body, quiet: true }) });
}

/** Sets a new password by a mailed link. Every session of the person ends. */
export function useResetPassword() {
  return useMutation({ mutationFn: (body: ResetPassword) => callRoute(routes.passwordReset, { body, quiet: true }) });
}
