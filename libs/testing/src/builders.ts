import { randomUUID } from 'node:crypto';
import type { DataOf, EventContract, EventEnvelope } from '@postloom/contracts';
import type { Caller } from '@postloom/messaging';

/** A caller as the gateway would build it: an owner of a business. Override what the test is about. */
export function caller(overrides: Partial<Caller> = {}): Caller {
  return {
    requestId: `test-${randomUUID()}`,
    userId: randomUUID(),
    businessId: randomUUID(),
    payerId: randomUUID(),
    role: 'owner',
    idempotencyKey: null,
    ...overrides,
  };
}

/** The fields that a test sets; the rest is generated. */
export interface EnvelopeFacts<E extends EventContract> {
  readonly data: DataOf<E>;
  readonly id?: string;
  readonly at?: string;
  readonly businessId?: string | null;
  readonly entityId?: string;
  readonly version?: number;
  readonly cause?: string | null;
}

/** An event as its producer would emit it. */
export function envelope<E extends EventContract>(event: E, facts: EnvelopeFacts<E>): EventEnvelope<DataOf<E>> {
  return {
    id: facts.id ?? randomUUID(),
    subject: event.subject,
    at: facts.at ?? new Date().toISOString(),
    businessId: facts.businessId === undefined ? randomUUID() : facts.businessId,
    entityId: facts.entityId ?? randomUUID(),
    version: facts.version ?? 1,
    cause: facts.cause ?? null,
    data: facts.data,
  };
}
