import { EnvelopeHead } from '@postloom/contracts';
import type { EventContract, EventEnvelope } from '@postloom/contracts';
import { z } from 'zod';
import { decodeJson } from '../rpc/wire.ts';

/** An event as it lies in an outbox: `data` is the JSON text Postgres holds, so it is never decoded on its way out. */
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

/** The event can't be read and never will be: it is parked at once. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable';
}

/** @throws {Undecodable} */
export function decodeEnvelope(bytes: Uint8Array, contract: EventContract): EventEnvelope {
  let value: unknown;
  try {
    value = decodeJson(bytes);
  } catch (error) {
    throw new Undecodable('The event is no valid JSON.', { cause: error });
  }
  return parseEnvelope(value, contract);
}

/** Events ignore unknown fields: a newer producer may say more. @throws {Undecodable} */
export function parseEnvelope(value: unknown, contract: EventContract): EventEnvelope {
  const head = EnvelopeHead.safeParse(value);
  if (!head.success) {
    throw new Undecodable(`The envelope does not keep its shape: ${z.prettifyError(head.error)}`);
  }
  if (head.data.subject !== contract.subject) {
    throw new Undecodable(`The envelope says ${head.data.subject} but came on ${contract.subject}`);
  }
  const data = contract.data.safeParse((value as { data?: unknown }).data);
  if (!data.success) {
    throw new Undecodable(`The data does not keep its contract: ${z.prettifyError(data.error)}`);
  }
  return { ...head.data, data: data.data };
}
