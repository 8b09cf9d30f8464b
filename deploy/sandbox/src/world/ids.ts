import { createHash, randomBytes, randomInt } from 'node:crypto';

let sequence = 0;
let lastMillisecond = 0;

/** A bearer secret with 192 random bits and the prefix that the platform's tokens have. */
export function secret(prefix: string): string {
  return `${prefix}${randomBytes(24).toString('base64url')}`;
}

/** A decimal id of the given length as Meta's ids look; never starts with 0. */
export function digits(prefix: string, length: number): string {
  let id = prefix;
  while (id.length < length) {
    id += String(randomInt(0, 1_000_000_000)).padStart(9, '0');
  }
  return id.slice(0, length);
}

/** A time-ordered 64-bit id as X's: milliseconds since its epoch, then a sequence. Unique within a process. */
export function snowflake(now: number): string {
  lastMillisecond = Math.max(now, lastMillisecond);
  sequence = (sequence + 1) % 4096;
  if (sequence === 0) {
    lastMillisecond += 1;
  }
  return ((BigInt(lastMillisecond - 1_288_834_974_657) << 22n) | BigInt(sequence) | (7n << 12n)).toString();
}

let lastLong = 0n;

/** A time-ordered id of 19 digits as LinkedIn's and TikTok's: milliseconds since 1970 in front. Unique within a process. */
export function longId(now: number): string {
  const wanted = (BigInt(now) << 22n) | BigInt(randomInt(0, 1 << 22));
  lastLong = wanted > lastLong ? wanted : lastLong + 1n;
  return lastLong.toString();
}

/** Eleven characters as in Instagram's `/p/<shortcode>/`. */
export function shortcode(): string {
  return `D${randomBytes(8).toString('base64url').slice(0, 10)}`;
}

/** Thirty-two bits that depend on the text alone. */
export function hashNumber(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}
