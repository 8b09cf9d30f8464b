import { hash } from 'node:crypto';
import { cookieIn } from './own-cookie.ts';
import { queryOf } from './request.ts';
import type { GatewayReply, GatewayRequest } from './request.ts';

/** The one cookie for all popups that pods of the release before set and read; the next release drops it. */
const COOKIE_OF_BEFORE = 'postloom_connect';

/** The longest time that a sign-in at a platform may take, in seconds. */
const SECONDS = 15 * 60;

/**
 * The business that a connect popup was opened for, kept while the popup is at the platform. Each sign-in has a cookie of its own, by its
 * state: popups for two businesses do not take each other's place. It only says which business is asked for; whether the state belongs to
 * that business, person and session is checked by the publisher. Sent only with the popup's own calls.
 */
export function rememberPopup(
  reply: GatewayReply,
  { state, businessId }: { readonly state: string; readonly businessId: string },
  isSecure: boolean,
): void {
  const secure = isSecure ? '; Secure' : '';
  for (const name of [cookieOf(state), COOKIE_OF_BEFORE]) {
    reply.header(
      'set-cookie',
      `${name}=${businessId}; Path=/api/social; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`,
    );
  }
}

/** Of the popup that comes back with its state. */
export function businessOfPopup(request: GatewayRequest): string | null {
  const { state } = queryOf(request);
  return (state === undefined ? null : cookieIn(request, cookieOf(state))) ?? businessOfBefore(request);
}

/** Of a popup that a pod of the release before opened, or whose choice of an account it shows. */
export function businessOfBefore(request: GatewayRequest): string | null {
  return cookieIn(request, COOKIE_OF_BEFORE);
}

/** Not the state itself: as long as it works it is a secret. */
function cookieOf(state: string): string {
  return `postloom_connect_${hash('sha256', state, 'base64url').slice(0, 22)}`;
}
