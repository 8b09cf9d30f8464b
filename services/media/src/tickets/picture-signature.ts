import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@postloom/contracts';
import type { TicketKeys } from './ticket.ts';

const DAY_SECONDS = 86_400;
/** Enough that nobody guesses one, and little in a list of a thousand photos with three each. */
const SIGNATURE_BYTES = 16;

/**
 * When the address of a picture ends: one to two days from now, and the same for a whole day, so that caches find it. That day begins at
 * another time for each business: otherwise caches would lose everybody's pictures at once.
 */
export function pictureEnd(key: string, now: Date): number {
  const begins = Number.parseInt(key.slice(28, 36), 16) % DAY_SECONDS;
  const day = Math.floor((now.getTime() / 1_000 - begins) / DAY_SECONDS);
  return (day + 2) * DAY_SECONDS + begins;
}

/** `<key id>.<end in seconds since 1970, base 36>.<signature>`: the right to read exactly this picture until then. */
export function signPicture(key: string, end: number, [{ id, secret }]: TicketKeys): string {
  const head = `${id}.${end.toString(36)}`;
  return `${head}.${signature(head, key, secret)}`;
}

/** For how many seconds it is valid. @throws AppError `not_found` when it is forged, expired or of another picture */
export function readPictureSignature(text: string, key: string, keys: TicketKeys, now: Date): number {
  const [id = '', end = '', given = ''] = text.split('.');
  const secret = keys.find((one) => one.id === id)?.secret;
  const actual = Buffer.from(given);
  const expected = Buffer.from(signature(`${id}.${end}`, key, secret ?? ''));
  if (secret === undefined || actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    throw new AppError('not_found');
  }
  const seconds = Math.floor(Number.parseInt(end, 36) - now.getTime() / 1_000);
  if (!(seconds > 0)) {
    throw new AppError('not_found');
  }
  return seconds;
}

/** Of what no ticket can say: its text has no blanks. */
function signature(head: string, key: string, secret: string): string {
  const hmac = createHmac('sha256', secret).update(`picture ${head} ${key}`).digest();
  return hmac.subarray(0, SIGNATURE_BYTES).toString('base64url');
}
