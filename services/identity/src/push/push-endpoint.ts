import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';

/**
 * Whether pushes may be sent to this address, which a stranger's browser names: https on its usual port, at a name of the public Internet. The
 * name is resolved at each call, by the HTTP client, which refuses private addresses. `allowsPrivate`: for development and tests.
 */
export function isPushEndpoint(text: string, allowsPrivate: boolean): boolean {
  if (!URL.canParse(text)) {
    return false;
  }
  const { protocol, username, password, hostname, port, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '' || hostname === '') {
    return false;
  }
  if (allowsPrivate) {
    return protocol === 'https:' || protocol === 'http:';
  }
  const isPublicName = hostname.includes('.') && !hostname.endsWith('.') && isIP(hostname) === 0;
  return protocol === 'https:' && port === '' && isPublicName;
}

/** Whether it is a point on P-256, so that a push can be encrypted for it. */
export function isPushKey(p256dh: string): boolean {
  try {
    const curve = createECDH('prime256v1');
    curve.generateKeys();
    return curve.computeSecret(p256dh, 'base64url').length === 32;
  } catch {
    return false;
  }
}
