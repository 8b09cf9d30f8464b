/**
 * On every answer, errors included. The API never serves a page that runs scripts, except for the popup page, which sets its own policy.
 */
const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

const strictTransport = 'max-age=31536000; includeSubDomains';

/** HSTS only where the public address is https: on plain http it would lock people out. */
export function headersFor(publicUrl: string): Readonly<Record<string, string>> {
  return publicUrl.startsWith('https:')
    ? { ...securityHeaders, 'strict-transport-security': strictTransport }
    : securityHeaders;
}
