import { asAdmin, envelope, eventually, testService } from '@postloom/testing';
import type { TestNats, TestService } from '@postloom/testing';

/** A service with its outbox: what it has told is in its feed, whatever becomes of the message at the broker. */
export interface NeighbourWithOutbox {
  /** As that of a test service, by way of the outbox. */
  readonly emitFrom: TestService['emitFrom'];
  /** The broker has everything that was told. */
  allSent(): Promise<void>;
  close(): Promise<void>;
}

export async function startNeighbour(name: 'publisher' | 'identity', nats: TestNats): Promise<NeighbourWithOutbox> {
  const service = await testService({ service: name, nats, env: { RELAY_EVERY_MS: '100' } });
  return {
    emitFrom: async (event, facts) => {
      const told = envelope(event, facts);
      await asAdmin(
        service.database,
        `INSERT INTO ${name}.outbox (id, subject, at, business_id, entity_id, version, cause, data) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [told.id, told.subject, told.at, told.businessId, told.entityId, told.version, told.cause, told.data],
      );
      return told;
    },
    allSent: () =>
      eventually('the outbox is empty', async () => {
        const waiting = await asAdmin(service.database, `SELECT id FROM ${name}.outbox WHERE published_at IS NULL`);
        if (waiting.length > 0) {
          throw new Error(`${waiting.length} events wait`);
        }
      }),
    close: () => service.close(),
  };
}
