/** Where to go after sign-in: own paths only, never another site, never the API. Anything else is the start page. */
export function safeReturnTo(value: string | null | undefined): string {
  if (!value || !value.startsWith('/') || /^\/[/\\]/.test(value) || hasControlCharacter(value)) {
    return '/';
  }
  const base = 'https://own.invalid';
  let url: URL;
  try {
    url = new URL(value, base);
  } catch {
    return '/'; // Not a URL at all.
  }
  if (
    url.origin !== base ||
    /^\/(api|objects|login|register|forgot-password|reset-password|verify-email|connect-sign-in)(\/|$)/.test(
      url.pathname,
    )
  ) {
    return '/';
  }
  return url.pathname + url.search + url.hash;
}

function hasControlCharacter(value: string): boolean {
  return [...value].some((char) => char < ' ' || char === '\u007f');
}

/** Why the sign-in page is shown, when the person did not ask for it. */
export type SignInReason = 'session-ended';

function withReturnTo(path: string, place: string, reason?: SignInReason): string {
  const back = safeReturnTo(place);
  const query = new URLSearchParams({ ...(back === '/' ? {} : { returnTo: back }), ...(reason ? { reason } : {}) });
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The sign-in call with the current place to come back to. */
export function loginHref(place: string = '/', reason?: SignInReason): string {
  return withReturnTo('/api/login', place, reason);
}

/** The same call for somebody without an account: it leads to the sign-up. */
export const registerHref = '/api/login?screen=register';

/** The page that mails a link for a new password, on the way to a place. */
export function forgotPasswordPath(place: string): string {
  return withReturnTo('/forgot-password', place);
}

/** The sign-in page itself, for a place that needs a session. */
export function signInPath(place: string, reason?: SignInReason): string {
  return withReturnTo('/login', place, reason);
}
