import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@postloom/chassis';
import { Uow } from '@postloom/persistence';
import { asAdmin, eventually, testDatabase, testNats, testService } from '@postloom/testing';
import type { TestDatabase, TestNats, TestService } from '@postloom/testing';
import { messagingMetrics } from '../messaging.metrics.ts';
import { migrations, thingHappened } from '../testing/effects.ts';
import { eventHandler } from './event-handler.ts';
import type { EventHandler } from './event-handler.ts';
import { FeedCursorsRepository } from './feed-cursors.repository.ts';
import { FeedRoundsClaims } from './feed-rounds.claims.ts';
import { FEED_PAGE } from './feed.contracts.ts';
import { FeedReader } from './feed.worker.ts';
import { InboxClaims } from './inbox.claims.ts';
import { InboxRepository } from './inbox.repository.ts';

const MINUTE_MS = 60_000;

describe('a round of the feed over several pages', () => {
  const [first, second] = ['first', 'second'].map((handler) =>
    eventHandler('scheduling', { contract: thingHappened, handler }, () => Promise.resolve()),
  ) as [EventHandler, EventHandler];
  let nats: TestNats;
  let media: TestService;
  let database: TestDatabase;
  let scheduling: TestService;
  beforeAll(async () => {
    nats = await testNats();
    media = await testService({ service: 'media', nats, migrations });
    database = await testDatabase('scheduling', migrations);
    scheduling = await testService({ service: 'scheduling', nats, database, migrations });
  });
  afterAll(async () => {
    await scheduling.close();
    await media.close();
    await database.drop();
    await nats.stop();
  });

  /** Told `minutesAgo`; the broker took each and lost it. */
  const toldAndLost = (count: number, minutesAgo: number) =>
    asAdmin(
      media.database,
      `INSERT INTO media.outbox (id, created_at, subject, at, entity_id, version, data, published_at)
       SELECT gen_random_uuid(), now() - $2 * interval '1 minute', $3, now(), $4, 1, '{"n": 1, "how": "well"}', now()
       FROM generate_series(1, $1)`,
      [count, minutesAgo, thingHappened.subject, randomUUID()],
    );
  const entered = async (): Promise<number> => {
    const [row] = await asAdmin<{ n: string }>(database, 'SELECT count(*) AS n FROM scheduling.inbox');
    return Number(row?.n);
  };

  it('leaves to the stream only what it comes back to, when the stream falls silent in its midst', async () => {
    let looks = 0;
    // The first handler's is at an event of two minutes ago, and has fallen silent at every later look; the second's was silent all along.
    const streamPosition = (handler: string): string | undefined => {
      looks += handler === first.key ? 1 : 0;
      return handler === first.key && looks === 1
        ? new Date(Date.now() - 2 * MINUTE_MS).toISOString().replace('Z', '000Z')
        : undefined;
    };
    const reader = new FeedReader([first, second], {
      ...{ service: 'scheduling', everyMs: 1_000, rpc: media.client, uow: scheduling.get(Uow), streamPosition },
      ...{ inbox: new InboxRepository(), claims: new InboxClaims() },
      ...{ cursors: new FeedCursorsRepository(), rounds: new FeedRoundsClaims() },
      ...{ logger: createLogger('scheduling', 'silent'), metrics: messagingMetrics('scheduling') },
      whenHandedOver: () => undefined,
    });
    await reader.register();
    await asAdmin(database, `UPDATE scheduling.feed_cursors SET position = now() - interval '5 minutes'`);
    // A first page with events on both sides of the stream's position, and a second one.
    await toldAndLost(FEED_PAGE / 2, 4);
    await toldAndLost(FEED_PAGE / 2, 1.5);
    await toldAndLost(10, 1);

    await eventually('every event is handed over for both', async () => {
      // What was handed over before is worked off, and the next round is due.
      await asAdmin(database, `UPDATE scheduling.inbox SET state = 'done', envelope = NULL, ready_at = NULL`);
      await asAdmin(database, `UPDATE scheduling.feed_rounds SET ready_at = now()`);
      await reader.run(new AbortController().signal);
      expect(await entered()).toBe(2 * (FEED_PAGE + 10));
    });
  });
});
