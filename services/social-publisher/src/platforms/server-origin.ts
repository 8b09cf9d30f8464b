import { isIP } from 'node:net';

/** Longest name that DNS can carry. */
const MAX_HOST = 253;

/**
 * The address of a server that a person has named, as `https://host`: what they typed may be a host or an address. Null: it is no
 * public https server. Names are not resolved here: the HTTP client does that at each call, refuses those that lead to private addresses and
 * connects to exactly the address it has checked. `allowsPrivate`: for development and tests, plain http, ports and private hosts.
 */
export function serverOrigin(text: string, allowsPrivate: boolean): string | null {
  const typed = text.trim();
  const address = typed.includes('://') ? typed : `https://${typed}`;
  if (!URL.canParse(address)) {
    return null;
  }
  const url = new URL(address);
  const hasMore =
    url.username !== '' || url.password !== '' || url.pathname !== '/' || url.search !== '' || url.hash !== '';
  if (hasMore || url.hostname === '' || url.hostname.length > MAX_HOST || url.hostname.endsWith('.')) {
    return null;
  }
  if (allowsPrivate) {
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.origin : null;
  }
  const isName = url.hostname.includes('.') && isIP(url.hostname) === 0;
  return url.protocol === 'https:' && url.port === '' && isName ? url.origin : null;
}
