import type { GatewayReply } from './request.ts';

/** Which business a connect popup was opened for, while it is away at the platform. Only the popup's own calls see it. */
export const POPUP_COOKIE = 'postloom_connect';

/** As long as a sign-in at a platform may take. */
const SECONDS = 15 * 60;

export function rememberPopup(reply: GatewayReply, businessId: string, isSecure: boolean): void {
  const secure = isSecure ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${POPUP_COOKIE}=${businessId}; Path=/api/social; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  );
}
