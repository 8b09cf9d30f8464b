import type { GatewayReply } from './request.ts';

/** The business for which a connect popup was opened, kept while the popup is at the platform. Sent only with the popup's own calls. */
export const POPUP_COOKIE = 'postloom_connect';

/** The longest time that a sign-in at a platform may take, in seconds. */
const SECONDS = 15 * 60;

export function rememberPopup(reply: GatewayReply, businessId: string, isSecure: boolean): void {
  const secure = isSecure ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${POPUP_COOKIE}=${businessId}; Path=/api/social; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  );
}
