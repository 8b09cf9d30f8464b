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
  if (url.origin !== base || /^\/(api|objects|login|register)(\/|$)/.test(url.pathname)) {
    return '/';
  }
  return url.pathname + url.search + url.hash;
}

function hasControlCharacter(value: string): boolean {
  return [...value].some((char) => char < ' ' || char === '\u007f');
}

/** The sign-in call with the current place to come back to. */
export function loginHref(place: string = '/'): string {
  const back = safeReturnTo(place);
  return back === '/' ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(back)}`;
}
