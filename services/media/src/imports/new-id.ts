import { createHash } from 'node:crypto';

/**
 * The id of something that comes back, from the one it had and what it comes back into: the same each time, so that whatever is repeated finds
 * what it has made, and never the id of anything that exists elsewhere. A UUID of version 8 (RFC 9562): made by a rule of our own.
 */
export function newId(into: string, oldId: string): string {
  const hash = createHash('sha256').update(`${into} ${oldId}`).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
