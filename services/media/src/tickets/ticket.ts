import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@postloom/contracts';

/** What the holder may do, to which object, and until when. Everything in it is signed; nothing in it is secret. */
export type Ticket =
  | {
      readonly kind: 'upload';
      readonly uploadId: string;
      readonly businessId: string;
      readonly payerId: string;
      /** This attempt's reservation; it must not release that of another attempt. */
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
      /** The address shows another picture once the photo is changed: it is asked about each time. */
      readonly mayChange?: true;
      readonly expiresAt: number;
    }
  | {
      readonly kind: 'import';
      readonly importId: string;
      readonly userId: string;
      /** The place of these bytes in the zip. */
      readonly from: number;
      readonly bytes: number;
      readonly expiresAt: number;
    }
  | {
      readonly kind: 'export';
      readonly exportId: string;
      readonly bytes: number;
      readonly fileName: string;
      readonly expiresAt: number;
    };

/** Secrets by their ids; the first signs. */
export type TicketKeys = readonly [TicketKey, ...TicketKey[]];
interface TicketKey {
  readonly id: string;
  readonly secret: string;
}

const KEY = /^([\w-]{1,32}):([^,]{32,})$/;

/** `<id>:<at least 32 characters>`, separated by commas; undefined when it is anything else. */
export function parseTicketKeys(text: string): TicketKeys | undefined {
  const keys = text.split(',').map((part) => {
    const [, id, secret] = KEY.exec(part.trim()) ?? [];
    return id === undefined || secret === undefined ? undefined : { id, secret };
  });
  const [first, ...others] = keys.filter((key) => key !== undefined);
  return first === undefined || others.length + 1 < keys.length ? undefined : [first, ...others];
}

/** `<key id>.<payload>.<signature>`, the last two base64url; an HMAC-SHA256 over what precedes it. `expiresAt` is in milliseconds. */
export function signTicket(ticket: Ticket, [{ id, secret }]: TicketKeys): string {
  const signed = `${id}.${Buffer.from(JSON.stringify(ticket)).toString('base64url')}`;
  return `${signed}.${signature(signed, secret)}`;
}

/** @throws AppError `not_found` for a ticket that is forged, expired or for something else, so that its holder cannot tell which. */
export function readTicket<K extends Ticket['kind']>(
  text: string,
  kind: K,
  keys: TicketKeys,
  now: Date,
): Extract<Ticket, { kind: K }> {
  const [id = '', payload = '', given = ''] = text.split('.');
  const secret = keys.find((key) => key.id === id)?.secret;
  const actual = Buffer.from(given);
  const expected = Buffer.from(signature(`${id}.${payload}`, secret ?? ''));
  if (secret === undefined || actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    throw new AppError('not_found');
  }
  const ticket = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Ticket;
  if (ticket.kind !== kind || ticket.expiresAt <= now.getTime()) {
    throw new AppError('not_found');
  }
  return ticket as Extract<Ticket, { kind: K }>;
}

function signature(signed: string, secret: string): string {
  return createHmac('sha256', secret).update(signed).digest('base64url');
}
