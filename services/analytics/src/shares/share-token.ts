import { createHash } from 'node:crypto';

/** 256 bits cannot be guessed, so an unsalted hash is enough to store. */
export const TOKEN_BYTES = 32;

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
