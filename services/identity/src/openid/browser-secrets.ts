import { createHmac } from 'node:crypto';
import { tokenHash } from '../credentials/index.ts';

/** A sign-in that takes longer at the provider begins again. */
export const PENDING_MINUTES = 15;
/** Sign-ins that one browser may have under way: a lost session sends every open tab to the provider. */
const MOST_AT_ONCE = 5;
/** A secret as `Random.token(32)` writes it. */
const SECRET = /^[\w-]{43}$/;

/**
 * The cookie of a browser that is signing in holds a secret for each sign-in under way, the newest first. A sign-in is found by the hash of
 * its secret, and what the provider must answer to (PKCE verifier, nonce) is derived from it: a copy of the table finishes no sign-in.
 */
export function secretsOf(cookie: string | null): readonly string[] {
  return (cookie ?? '')
    .split('.')
    .filter((secret) => SECRET.test(secret))
    .slice(0, MOST_AT_ONCE);
}

export function cookieWith(secret: string, cookie: string | null): string {
  return [secret, ...secretsOf(cookie)].slice(0, MOST_AT_ONCE).join('.');
}

export interface Proofs {
  readonly verifier: string;
  readonly nonce: string;
}

export function proofsOf(secret: string): Proofs {
  const derived = (purpose: string): string => createHmac('sha256', secret).update(purpose).digest('base64url');
  return { verifier: derived('verifier'), nonce: derived('nonce') };
}

/** The one secret that was stored as this hash. */
export function secretOf(cookie: string | null, hash: Buffer): string | undefined {
  return secretsOf(cookie).find((secret) => tokenHash(secret).equals(hash));
}
