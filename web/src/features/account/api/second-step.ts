import type { BodyOf } from '@postloom/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute, invalidatePaths, isApiError, routeKey, routeQuery, routes } from '#lib/api/index.ts';
import { useSessionStart } from './sign-in.ts';
import { useSignInProvider } from './sign-in-provider.ts';

/** The browser's part of passkeys, fetched when one is wanted. */
const browser = () => import('@simplewebauthn/browser');
type Registration = Parameters<Awaited<ReturnType<typeof browser>>['startRegistration']>[0]['optionsJSON'];
type Authentication = Parameters<Awaited<ReturnType<typeof browser>>['startAuthentication']>[0]['optionsJSON'];

/** What signs the person in: a provider, or what they have set up here. Neither is there while it loads, or after a failure. */
export function useWaysIn() {
  const where = useSignInProvider();
  const isOwn = where.data?.provider === null;
  const own = useQuery({ ...routeQuery(routes.security, { businessId: null }), enabled: isOwn });
  return {
    provider: where.data?.provider ?? null,
    own: own.data,
    isError: where.isError || own.isError,
    retry: () => void (isOwn ? own.refetch() : where.refetch()),
  };
}

/** Whether this browser knows passkeys at all. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** The person closed the browser's window, or let it run out of time: nothing to report. */
export function isDismissed(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}

/** The server wants to know first that it is the person. */
export function wantsConfirmation(error: unknown): boolean {
  return isApiError(error) && error.code === 'confirmation_required';
}

function useChange<R, V = void>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => invalidatePaths(client, [routes.security.path, routes.auditLog.path]),
  });
}

export function useConfirmIdentity() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof routes.confirmIdentity>) => callRoute(routes.confirmIdentity, { body }),
  });
}

export const startTotp = () => callRoute(routes.startTotp, {});
export const useConfirmTotp = () =>
  useChange((body: BodyOf<typeof routes.confirmTotp>) => callRoute(routes.confirmTotp, { body, quiet: true }));
export const useEndTotp = () => useChange(() => callRoute(routes.endTotp, {}));
export const useRenewRecoveryCodes = () => useChange(() => callRoute(routes.renewRecoveryCodes, {}));

/** Lets the device make a passkey and tells the server of it. */
export const useAddPasskey = () =>
  useChange(async (name: string) => {
    const { options } = await callRoute(routes.startPasskey, {});
    const { startRegistration } = await browser();
    const passkey = await startRegistration({ optionsJSON: options as unknown as Registration });
    return callRoute(routes.addPasskey, { body: { name, passkey }, quiet: true });
  });
export const useRenamePasskey = () =>
  useChange(({ id, name }: { id: string; name: string }) =>
    callRoute(routes.renamePasskey, { params: { id }, body: { name } }),
  );
export const useRemovePasskey = () => useChange((id: string) => callRoute(routes.removePasskey, { params: { id } }));

async function authenticate(options: Record<string, unknown>, useBrowserAutofill = false) {
  const { startAuthentication } = await browser();
  return startAuthentication({ optionsJSON: options as unknown as Authentication, useBrowserAutofill });
}

/** Signs in with a passkey. `autofill`: offered where the address is typed, and waits until it is chosen. */
export const usePasskeySignIn = () =>
  useSessionStart(async ({ autofill }: { autofill: boolean }) => {
    const { options } = await callRoute(routes.askPasskey, { quiet: true });
    const passkey = await authenticate(options, autofill);
    return callRoute(routes.passkeySignIn, { body: { passkey }, quiet: true });
  });

/** Whether the browser can offer passkeys where the address is typed. */
export async function offersPasskeys(): Promise<boolean> {
  return knowsPasskeys() && (await browser()).browserSupportsWebAuthnAutofill();
}

/** Ends the offer in the field, so that another way can be taken. */
export async function withdrawPasskeyOffer(): Promise<void> {
  (await browser()).WebAuthnAbortService.cancelCeremony();
}

/** What may be answered in the sign-in under way; it is another one each time. */
export function useSignInWays() {
  return useQuery(
    queryOptions({
      queryKey: routeKey(routes.signInWays, { businessId: null }),
      queryFn: ({ signal }) => callRoute(routes.signInWays, { quiet: true, signal }),
      gcTime: 0,
    }),
  );
}

export const useSecondStep = () =>
  useSessionStart((code: string) => callRoute(routes.secondStep, { body: { code }, quiet: true }));

export const useSecondPasskey = () =>
  useSessionStart(async () => {
    const { options } = await callRoute(routes.askSecondPasskey, { quiet: true });
    const passkey = await authenticate(options);
    return callRoute(routes.secondStep, { body: { passkey }, quiet: true });
  });
