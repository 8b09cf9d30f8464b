import { asAdmin, envelope, eventually, testService } from '@postloom/testing';
import type { TestNats, TestService } from '@postloom/testing';

/** The publisher with its outbox: what it has told is in its feed, whatever becomes of the message at the broker. */
export interface PublisherNeighbour {
  /** As that of a test service, by way of the outbox. */
  readonly emitFrom: TestService['emitFrom'];
  /** The broker has everything that was told. */
  allSent(): Promise<void>;
  close(): Promise<void>;
}

export async function startPublisherNeighbour(nats: TestNats): Promise<PublisherNeighbour> {
  const service = await testService({ service: 'publisher', nats, env: { RELAY_EVERY_MS: '100' } });
  return {
    emitFrom: async (event, facts) => {
      const told = envelope(event, facts);
      await asAdmin(
        service.database,
        `INSERT INTO publisher.outbox (id, subject, at, business_id, entity_id, version, cause, data) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [told.id, told.subject, told.at, told.businessId, told.entityId, told.version, told.cause, told.data],
      );
      return told;
    },
    allSent: () =>
      eventually('the outbox is empty', async () => {
        const waiting = await asAdmin(service.database, 'SELECT id FROM publisher.outbox WHERE published_at IS NULL');
        if (waiting.length > 0) {
          throw new Error(`${waiting.length} events wait`);
        }
      }),
    close: () => service.close(),
  };
}
