import { createHash } from 'node:crypto';

/** Bytes of a session token or a one-use link: 256 bits, beyond guessing. */
export const TOKEN_BYTES = 32;

/**
 * What is stored of a secret token. A plain SHA-256 is enough: the token has 256 bits of entropy, so there is nothing to
 * stretch, and a copy of the table opens no session.
 */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}
