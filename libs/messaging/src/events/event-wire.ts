import { EnvelopeHead } from '@postloom/contracts';
import type { EventContract, EventEnvelope } from '@postloom/contracts';
import { z } from 'zod';
import { decodeJson } from '../rpc/wire.ts';

/** An event as stored in an outbox: `data` is the JSON text Postgres holds, so it is never decoded on its way out. */
export interface OutboxEvent {
  readonly id: string;
  readonly subject: string;
  readonly at: Date;
  readonly businessId: string | null;
  readonly entityId: string;
  readonly version: number;
  readonly cause: string | null;
  readonly traceparent: string | null;
  readonly dataText: string;
}

const encoder = new TextEncoder();

export function encodeEnvelope(event: OutboxEvent): Uint8Array {
  const head = JSON.stringify({
    id: event.id,
    subject: event.subject,
    at: event.at.toISOString(),
    businessId: event.businessId,
    entityId: event.entityId,
    version: event.version,
    cause: event.cause,
  });
  return encoder.encode(`${head.slice(0, -1)},"data":${event.dataText}}`);
}

/** The envelope is whole, the data is not what this build's contract says: a newer producer may know more than this build. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable';
}

/** No envelope at all: no version of the handler will ever read it. */
export class NoEnvelope extends Error {
  override readonly name = 'NoEnvelope';
}

/** An envelope whose data has not been decoded yet. */
export type SealedEnvelope = z.output<typeof EnvelopeHead> & { readonly data?: unknown };

/** @throws {NoEnvelope} */
export function decodeEnvelope(bytes: Uint8Array, contract: EventContract): SealedEnvelope {
  let value: unknown;
  try {
    value = decodeJson(bytes);
  } catch (error) {
    throw new NoEnvelope('The event is no valid JSON.', { cause: error });
  }
  return sealedEnvelope(value, contract);
}

/** @throws {NoEnvelope} */
export function sealedEnvelope(value: unknown, contract: EventContract): SealedEnvelope {
  const head = EnvelopeHead.safeParse(value);
  if (!head.success) {
    throw new NoEnvelope(`The envelope does not keep its shape: ${z.prettifyError(head.error)}`);
  }
  if (head.data.subject !== contract.subject) {
    throw new NoEnvelope(`The envelope says ${head.data.subject} but came on ${contract.subject}`);
  }
  return { ...head.data, data: (value as { data?: unknown }).data };
}

/** Events ignore unknown fields: a newer producer may send more. @throws {Undecodable} */
export function openEnvelope(sealed: SealedEnvelope, contract: EventContract): EventEnvelope {
  const data = contract.data.safeParse(sealed.data);
  if (!data.success) {
    throw new Undecodable(`The data does not keep its contract: ${z.prettifyError(data.error)}`);
  }
  return { ...sealed, data: data.data };
}
