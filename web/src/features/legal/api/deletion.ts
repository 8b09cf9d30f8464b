import type { BodyOf } from '@postloom/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callRoute, routeQuery, routes } from '#lib/api/index.ts';

export type DeletionRequest = Pick<BodyOf<typeof routes.requestDeletion>, 'email' | 'reason'>;

/** Asks for the deletion; the answer is the same for an address nobody has. */
export function useRequestDeletion() {
  return useMutation({
    mutationFn: ({ email, reason }: DeletionRequest) =>
      callRoute(routes.requestDeletion, {
        body: {
          email: email.trim(),
          ...(reason?.trim() ? { reason: reason.trim() } : {}),
          requestedAt: new Date().toISOString(),
          userAgent: navigator.userAgent.slice(0, 1_000),
        },
        quiet: true,
      }),
  });
}

/** Uses the mailed link. Only a press of the button does this, so that a mail scanner that opens the page deletes nothing. */
export function useConfirmDeletion(onDeleted: () => void) {
  return useMutation({
    mutationFn: (token: string) => callRoute(routes.confirmDeletion, { body: { token }, quiet: true }),
    onSuccess: onDeleted,
  });
}

const ASK_AGAIN_MS = 5_000;

/** How far a deletion is; asked again as long as it goes on. */
export function useDeletionStatus(code: string) {
  return useQuery({
    ...routeQuery(routes.deletionStatus, { businessId: null, query: { code }, quiet: true }),
    enabled: code !== '',
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.state === 'verified' || state.data?.state === 'deleting' ? ASK_AGAIN_MS : false,
  });
}
