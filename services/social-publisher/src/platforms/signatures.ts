import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { parseForeignJson } from '@postloom/chassis';
import { z } from 'zod';

/**
 * Verifies that a message is really the platform's. Pure: takes bytes, secrets and the time, returns what was signed. Signatures are
 * compared in constant time, over the bytes as received: nothing is parsed before its signature was verified.
 */

/** The content of Meta's signed_request. Ids come as text or numbers. */
const SignedRequest = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  issued_at: z.number().int().positive(),
  user_id: z.union([z.string(), z.number()]).optional(),
  profile_id: z.union([z.string(), z.number()]).optional(),
});

export interface Deauthorization {
  readonly issuedAt: Date;
  /** The person or, where a Page removed the app, the Page. */
  readonly personOrAccountId: string;
  readonly digest: Buffer;
}

/** Older messages are treated as copies. Seconds. */
const SIGNED_REQUEST_MAX_AGE = 3_600;
/** Tolerance for clocks that differ. Seconds. */
const FUTURE_TOLERANCE = 300;

/** `signature.payload`, both base64url, HMAC-SHA256 with the app secret over the payload as it stands. Null: not Meta's, or too old. */
export function readSignedRequest(text: string, secret: string, now: Date): Deauthorization | null {
  const dot = text.indexOf('.');
  if (dot < 1 || secret === '') {
    return null;
  }
  const payload = text.slice(dot + 1);
  if (!isSame(text.slice(0, dot), createHmac('sha256', secret).update(payload).digest('base64url'))) {
    return null;
  }
  const read = SignedRequest.safeParse(parsed(Buffer.from(payload, 'base64url')));
  if (!read.success) {
    return null;
  }
  const { issued_at: issuedAt, user_id: userId, profile_id: profileId } = read.data;
  const person = [userId, profileId].map((id) => String(id ?? '')).find((id) => id !== '' && id !== '0');
  if (person === undefined || !isFresh(issuedAt, SIGNED_REQUEST_MAX_AGE, now)) {
    return null;
  }
  return { issuedAt: new Date(issuedAt * 1_000), personOrAccountId: person, digest: sha256(payload) };
}

/** Meta's `X-Hub-Signature-256: sha256=<hex>` over the raw body. */
export function isMetaSignature(header: string, body: Buffer, secret: string): boolean {
  if (secret === '') {
    return false;
  }
  return isSame(header, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
}

/**
 * TikTok's `TikTok-Signature: t=<seconds>,s=<hex>`, HMAC-SHA256 with the client secret over `<t>.<body>`
 * (https://developers.tiktok.com/doc/webhooks-verification; not verified against the real platform). The digest identifies the signed
 * message, however its header is written, so a copy has the same one. Null: not TikTok's, or older than `toleranceSeconds`.
 */
export function readTiktokSignature(
  header: string,
  body: Buffer,
  options: { secret: string; toleranceSeconds: number; now: Date },
): { digest: Buffer } | null {
  const fields = header.split(',').map((field) => field.trim().split('='));
  const [t, ...moreTimes] = fields.flatMap(([name, value]) => (name === 't' ? [value ?? ''] : []));
  const [s, ...moreSignatures] = fields.flatMap(([name, value]) => (name === 's' ? [value ?? ''] : []));
  if (t === undefined || s === undefined || moreTimes.length > 0 || moreSignatures.length > 0) {
    return null;
  }
  if (options.secret === '' || !/^\d{1,12}$/.test(t)) {
    return null;
  }
  const message = Buffer.concat([Buffer.from(`${t}.`), body]);
  if (!isSame(s.toLowerCase(), createHmac('sha256', options.secret).update(message).digest('hex'))) {
    return null;
  }
  return isFresh(Number(t), options.toleranceSeconds, options.now) ? { digest: sha256(message) } : null;
}

/** Equal texts, in a time that depends only on their lengths. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function sha256(message: Buffer | string): Buffer {
  return createHash('sha256').update(message).digest();
}

/** A JSON document, or null. */
export function parsed(bytes: Buffer): unknown {
  try {
    return parseForeignJson(bytes.toString('utf8'));
  } catch {
    return null; // SyntaxError: signed, but nothing that we understand
  }
}

function isFresh(atSeconds: number, maxAgeSeconds: number, now: Date): boolean {
  const age = now.getTime() / 1_000 - atSeconds;
  return age <= maxAgeSeconds && age >= -FUTURE_TOLERANCE;
}
