import type { BodyOf } from '@postloom/contracts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, invalidatePaths, routePages, routes } from '#lib/api/index.ts';
import { currentUserQuery } from './current-user.ts';

export type ChangePassword = BodyOf<typeof routes.changePassword>;
export type ChangeEmail = BodyOf<typeof routes.changeEmail>;

const ROWS = 10;

/** Where the person is signed in, last used first. */
export function useSessions() {
  return useInfiniteQuery(routePages(routes.sessions, { businessId: null, limit: ROWS }));
}

/** What happened to the account, newest first. */
export function useAuditLog() {
  return useInfiniteQuery(routePages(routes.auditLog, { businessId: null, limit: ROWS }));
}

/** Asks anew what an act of this page may have changed: the sessions, and the log that notes the act. */
function useAskAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => invalidatePaths(client, [routes.sessions.path, routes.auditLog.path]);
}

export function useEndSession() {
  const askAgain = useAskAgain();
  return useMutation({
    mutationFn: (id: string) => callRoute(routes.endSession, { params: { id } }),
    // Also after a failure: it may have ended by itself meanwhile.
    onSettled: askAgain,
  });
}

export function useEndOtherSessions() {
  const askAgain = useAskAgain();
  return useMutation({ mutationFn: () => callRoute(routes.endOtherSessions, {}), onSettled: askAgain });
}

export function useChangePassword() {
  const askAgain = useAskAgain();
  return useMutation({
    mutationFn: (body: ChangePassword) => callRoute(routes.changePassword, { body }),
    onSuccess: askAgain,
  });
}

/** Mails a link to the new address. The answer is the same for an address that somebody has. */
export function useChangeEmail() {
  const askAgain = useAskAgain();
  return useMutation({
    mutationFn: (body: ChangeEmail) => callRoute(routes.changeEmail, { body }),
    onSuccess: askAgain,
  });
}

/** Uses the link that was mailed to the new address. */
export function useConfirmEmailChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => callRoute(routes.confirmEmailChange, { body: { token }, quiet: true }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    },
  });
}

/** Undoes a change that was somebody else's. Answers the secret with which a new password is set. */
export function useSecureAccount() {
  return useMutation({
    mutationFn: (token: string) => callRoute(routes.secureAccount, { body: { token }, quiet: true }),
  });
}
