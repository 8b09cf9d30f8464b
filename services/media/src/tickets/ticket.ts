import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@postloom/contracts';

/** What the holder may do, with what, until when. Everything in it is signed; nothing in it is secret. */
export type Ticket =
  | {
      readonly kind: 'upload';
      readonly uploadId: string;
      readonly businessId: string;
      readonly payerId: string;
      /** The reservation this attempt was given; another attempt's is not its to release. */
      readonly reservationId: string;
      readonly expiresAt: number;
    }
  | { readonly kind: 'scratch'; readonly scratchId: string; readonly businessId: string; readonly expiresAt: number }
  | {
      readonly kind: 'object';
      readonly key: string;
      readonly mimeType: string;
      readonly fileName: string | null;
      readonly etag: string;
      readonly expiresAt: number;
    };

/** `<payload>.<signature>`, both base64url; HMAC-SHA256 over the payload. `expiresAt` is in milliseconds. */
export function signTicket(ticket: Ticket, secret: string): string {
  const payload = Buffer.from(JSON.stringify(ticket)).toString('base64url');
  return `${payload}.${signature(payload, secret)}`;
}

/** @throws AppError `not_found` for a ticket that is forged, expired or for something else: whoever holds it learns no more. */
export function readTicket<K extends Ticket['kind']>(
  text: string,
  kind: K,
  secret: string,
  now: Date,
): Extract<Ticket, { kind: K }> {
  const [payload = '', given = ''] = text.split('.');
  const expected = Buffer.from(signature(payload, secret));
  const actual = Buffer.from(given);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    throw new AppError('not_found');
  }
  const ticket = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Ticket;
  if (ticket.kind !== kind || ticket.expiresAt <= now.getTime()) {
    throw new AppError('not_found');
  }
  return ticket as Extract<Ticket, { kind: K }>;
}

function signature(payload: string, secret: string): string {
  return createHmac('sha256', secret).update(payload).digest('base64url');
}
