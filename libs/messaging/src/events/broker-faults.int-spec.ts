import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { asAdmin, eventually, testDatabase, testNats } from '@postloom/testing';
import type { TestDatabase, TestNats, TestService } from '@postloom/testing';
import { messagingMetrics } from '../messaging.metrics.ts';
import { migrations } from '../testing/effects.ts';
import { counts, startCounting, startTelling, tell, unpublished } from '../testing/world.ts';

// The relay backs off up to seconds while the broker is away, and a busy machine stretches every step.
jest.setTimeout(240_000);

describe('whatever happens to the broker, every event has its effect once', () => {
  let nats: TestNats;
  let media: TestService;
  let mediaDatabase: TestDatabase;
  let scheduling: TestService;
  let schedulingDatabase: TestDatabase;
  let next = 0;

  beforeAll(async () => {
    nats = await testNats();
    mediaDatabase = await testDatabase('media', migrations);
    media = await startTelling({ nats, database: mediaDatabase });
    schedulingDatabase = await testDatabase('scheduling', migrations);
    scheduling = await startCounting({ nats, database: schedulingDatabase });
  });

  afterAll(async () => {
    await media.close();
    await scheduling.close();
    await mediaDatabase.drop();
    await schedulingDatabase.drop();
    await nats.stop();
  });

  const emitMore = async (count: number): Promise<void> => {
    await tell(media, next, count);
    next += count;
  };

  const allPublished = (): Promise<void> =>
    eventually(
      'the outbox is empty: every event is confirmed and marked',
      async () => expect(await unpublished(media)).toBe(0),
      { timeoutMs: 60_000 },
    );

  /** The feed may have brought everything while the relay still backs off, so the outbox is awaited as well. */
  const allCounted = async (): Promise<void> => {
    await eventually(
      `all ${next} events have had their effect`,
      async () => {
        for (const handler of ['count', 'second']) {
          expect(await counts(scheduling, handler)).toEqual({ rows: next, events: next, numbers: next });
        }
      },
      { timeoutMs: 90_000 },
    );
    await allPublished();
  };

  /** Whatever comes of the work, the broker is back afterwards: a failed test must not fail those behind it. */
  const whileAway = async (end: () => Promise<void>, work: () => Promise<void> = () => Promise.resolve()) => {
    await allPublished();
    await end();
    try {
      await work();
    } finally {
      await nats.restart();
    }
  };

  it('killed twice in the middle of 2,000 events', async () => {
    for (let round = 0; round < 10; round += 1) {
      await emitMore(200);
      if (round === 3 || round === 7) {
        await nats.kill();
        await nats.restart();
        await eventually('the service answers again', () => emitMore(0));
      }
    }
    await allCounted();
  });

  it('away while events are emitted: they wait in the outbox', async () => {
    const { Uow, Scope } = await import('@postloom/persistence');
    const { thingHappened } = await import('../testing/effects.ts');
    await whileAway(nats.kill, async () => {
      const from = next;
      await media.get(Uow).run(Scope.global(), async (tx) => {
        for (let n = from; n < from + 50; n += 1) {
          await tx.emit(thingHappened, { businessId: null, entityId: `${n}`, version: 1, data: { n, how: 'well' } });
        }
      });
      next += 50;
      expect(await unpublished(media)).toBe(50);
      await eventually(
        'the metric shows how long they have waited',
        async () => expect(await messagingMetrics('media').outboxOldestSeconds.value()).toBeGreaterThan(1),
        { timeoutMs: 60_000 },
      );
    });
    await allCounted();
  });

  it('its store wiped after events were confirmed and before they were delivered: the feed brings them', async () => {
    // The listener is away, so the events lie in the stream alone when the stream is lost.
    await scheduling.close();
    try {
      await emitMore(300);
      await whileAway(nats.wipe);
    } finally {
      scheduling = await startCounting({ nats, database: schedulingDatabase });
    }
    await allCounted();
    await eventually('the service answers again', () => emitMore(0));
    await emitMore(20);
    await allCounted();
  });

  it('the relay killed between publishing and marking: sent twice, effective once', async () => {
    // The marking statement ends its own connection the first time it runs, as a killed process would.
    await asAdmin(
      mediaDatabase,
      `CREATE SEQUENCE media.marked;
      GRANT USAGE ON SEQUENCE media.marked TO media;
      CREATE FUNCTION media.die_once() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        IF nextval('media.marked') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        RETURN NULL;
      END $$;
      GRANT EXECUTE ON FUNCTION media.die_once() TO media;
      CREATE TRIGGER die_once AFTER UPDATE ON media.outbox FOR EACH STATEMENT EXECUTE FUNCTION media.die_once();`,
    );
    await emitMore(30);
    await allPublished();
    const [deaths] = await asAdmin<{ last_value: string }>(mediaDatabase, 'SELECT last_value FROM media.marked');
    expect(Number(deaths?.last_value)).toBeGreaterThan(1);
    await allCounted();
  });

  it('its stream deleted by an operator: made again by the relay', async () => {
    const manager = await jetstreamManager(await nats.connection());
    await manager.streams.delete('MEDIA');
    await emitMore(10);
    await allCounted();
    expect((await manager.streams.info('MEDIA')).config.subjects).toEqual(['media.>']);
  });
});
