import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { analyticsRpc, audienceOf, interactionsOf } from '@postloom/contracts';
import type { EventEnvelope, PostFigures } from '@postloom/contracts';
import { eventually, losingMessages, seeded, testDatabase, testNats, testService } from '@postloom/testing';
import type { TestDatabase, TestNats, TestService } from '@postloom/testing';
import pg from 'pg';
import { migrations } from '../migrations/index.ts';
import { runRebuild, startAnalyticsProcess } from '../testing/analytics-process.ts';
import type { AnalyticsProcess } from '../testing/analytics-process.ts';
import { startNeighbour } from '../testing/neighbour-with-outbox.ts';
import type { NeighbourWithOutbox } from '../testing/neighbour-with-outbox.ts';
import { ROLL_UPS, rollUpState } from '../testing/roll-up-state.ts';
import { figures, lastTold, target, teller } from '../testing/teller.ts';
import type { Told } from '../testing/teller.ts';

jest.setTimeout(450_000);

const HOUR_MS = 3_600_000;
/** What is written in the midst of summing up days, and of taking a reading: the write before it is done, the commit is not. */
const MIDST = { 'summing up': 'day_tops', 'taking a reading': 'target_figures' } as const;

/** The service is a process here, and dies as in a power cut; its neighbours tell on. */
describe('figures of a service that is killed again and again', () => {
  let nats: TestNats;
  let database: TestDatabase;
  let neighbours: TestService;
  let publisher: NeighbourWithOutbox;
  let identity: NeighbourWithOutbox;
  let analytics: AnalyticsProcess;
  let admin: pg.Client;
  let watcher: pg.Client;
  beforeAll(async () => {
    nats = await testNats();
    database = await testDatabase('analytics', migrations);
    neighbours = await testService({
      ...{ service: 'gateway', migrations: [], nats },
      calls: [analyticsRpc.figuresGet],
    });
    publisher = await startNeighbour('publisher', nats);
    identity = await startNeighbour('identity', nats);
    admin = new pg.Client({ connectionString: database.adminUrl });
    watcher = new pg.Client({ connectionString: database.adminUrl });
    await Promise.all([admin.connect(), watcher.connect()]);
    analytics = await startAnalyticsProcess(nats, database);
  });
  afterAll(async () => {
    await analytics.kill();
    await Promise.all([admin.end(), watcher.end()]);
    await Promise.all([neighbours.close(), publisher.close(), identity.close()]);
    await database.drop();
    await nats.stop();
  });

  const count = async (text: string, parameters: unknown[] = []): Promise<number> =>
    Number((await watcher.query<{ n: string }>(`SELECT count(*) AS n FROM ${text}`, parameters)).rows[0]?.n);

  /** Holds the service up where it is about to write, and kills it there. */
  async function killedIn(midst: keyof typeof MIDST, told: () => Promise<unknown>): Promise<void> {
    const table = `analytics.${MIDST[midst]}`;
    await admin.query('BEGIN');
    await admin.query(`LOCK TABLE ${table} IN SHARE MODE`);
    await told();
    await eventually(`it is in the midst of ${midst}`, async () =>
      expect(await count('pg_locks WHERE NOT granted AND relation = $1::regclass', [table])).toBeGreaterThan(0),
    );
    await analytics.kill();
    await admin.query('ROLLBACK');
    analytics = await startAnalyticsProcess(nats, database);
  }

  /** What is told while it is down, the broker confirms and loses; the feed alone has it. */
  async function lostWhileDown(told: () => Promise<unknown>): Promise<number> {
    await analytics.kill();
    const lost = await losingMessages(nats, 'PUBLISHER', async () => {
      await told();
      await publisher.allSent();
    });
    analytics = await startAnalyticsProcess(nats, database);
    return lost;
  }

  /** By their outboxes: a message may come before the service has a consumer for it. */
  const tellers = () => ({ ...teller(publisher), zone: teller(identity).zone });
  const allDone = (events: readonly EventEnvelope[]) => {
    const ids = [...new Set(events.map(({ id }) => id))];
    return eventually(
      'every event is done with and every day summed up',
      async () => {
        const { rows } = await watcher.query<{ event_id: string; state: string; error: string | null }>(
          'SELECT event_id, state, error FROM analytics.inbox WHERE event_id = ANY ($1)',
          [ids],
        );
        const inbox = new Map(rows.map((row) => [row.event_id, row]));
        const open = events.filter(({ id }) => inbox.get(id)?.state !== 'done');
        expect(open.map(({ id, subject }) => [subject, inbox.get(id) ?? 'never came'])).toEqual([]);
        expect(await count('analytics.stale_days')).toBe(0);
      },
      { timeoutMs: 240_000 },
    );
  };
  const state = (businessId: string) =>
    rollUpState(async (sql, parameters) => (await watcher.query<object>(sql, parameters)).rows, businessId);

  it('equal a plain count of what was told, each event once, and are the same rebuilt (Must show 3)', async () => {
    const random = seeded(183);
    const tell = tellers();
    const businessId = randomUUID();
    const events: EventEnvelope[] = [await tell.zone(businessId, 'Europe/Berlin')];
    const targets: Told[] = [];
    const publishSome = async (round: number) => {
      for (let post = 0; post < 8; post += 1) {
        const at = new Date(Date.UTC(2026, 2, 1 + 2 * round) + Math.floor(random() * 40) * HOUR_MS).toISOString();
        const told = target(at, { platform: post % 3 === 0 ? 'twitter' : 'instagram', hashtags: [`tag${post % 3}`] });
        targets.push(told);
        events.push(await tell.publish(businessId, told));
      }
    };
    const readSome = async (round: number) => {
      // Earlier readings come later in every third round.
      const readAt = new Date(Date.UTC(2026, 3, 1) + (round % 3 === 2 ? -round : round) * HOUR_MS).toISOString();
      const posts = targets
        .filter(() => random() < 0.6)
        .map((told) => {
          const clicks = round > 3 ? null : Math.floor(random() * 50);
          const [views, likes] = [100 + Math.floor(random() * 900), Math.floor(random() * 90)];
          const reach = told.platform === 'twitter' ? null : 50 + Math.floor(random() * 500);
          const at = figures({ views, likes, reach, clicks });
          told.readings.push({ readAt, figures: at });
          return { told, figures: at };
        });
      events.push(await tell.read(businessId, readAt, posts, 100 + 2 * round));
    };
    let lost = 0;
    for (let round = 0; round < 6; round += 1) {
      await killedIn(round % 2 === 0 ? 'summing up' : 'taking a reading', async () => {
        await publishSome(round);
        await readSome(round);
        await neighbours.retell(events[Math.floor(random() * events.length)] as EventEnvelope);
      });
      lost += await lostWhileDown(async () => {
        if (round % 2 === 1) {
          await publishSome(round);
        }
        await readSome(round + 0.5);
      });
    }
    // Posts of three rounds and a reading of each.
    expect(lost).toBe(3 * 8 + 6);
    await allDone(events);

    const range = { from: '2026-02-25', to: '2026-03-31' };
    const { figures: found } = await neighbours.rpc(analyticsRpc.figuresGet, range, { businessId });
    const read = targets.filter(({ readings }) => readings.length > 0);
    const sum = (of: (told: PostFigures) => number | null, some: readonly Told[] = read): number =>
      some.reduce((total, { readings }) => total + (of(lastTold(readings)) ?? 0), 0);
    expect(found.totals).toMatchObject({
      ...{ posts: targets.length, publishedPosts: targets.length, measured: read.length },
      ...{ views: sum(({ views }) => views), likes: sum(({ likes }) => likes), clicks: sum(({ clicks }) => clicks) },
      ...{ interactions: sum(interactionsOf), audience: sum(audienceOf) },
    });
    for (const [hashtag, some] of Map.groupBy(read, ({ hashtags: [first] }) => first ?? '')) {
      const row = found.byHashtag.find((one) => one.hashtag === hashtag);
      expect(row).toMatchObject({ measured: some.length, views: sum(({ views }) => views, some) });
    }
    const best = read.map(({ readings }) => interactionsOf(lastTold(readings)) ?? 0).sort((a, b) => b - a);
    expect(found.topPosts.map(({ interactions }) => interactions)).toEqual(best.slice(0, 10));
    expect(found.byDay.reduce((total, { views }) => total + (views ?? 0), 0)).toBe(sum(({ views }) => views));

    const incremental = await state(businessId);
    expect(incremental.target_figures).toHaveLength(read.length);
    for (const table of ROLL_UPS) {
      await watcher.query(`DELETE FROM analytics.${table} WHERE business_id = $1`, [businessId]);
    }
    await runRebuild(nats, database);
    await allDone(events);
    expect(await state(businessId)).toEqual(incremental);
  });

  /** What is told later marks the days of all posts again, and would make up for a mark that was lost. */
  it('hold what came last before it was killed, with nothing told afterwards', async () => {
    const tell = tellers();
    const [businessId, told] = [randomUUID(), target('2026-05-04T10:00:00Z')];
    const totals = async () => {
      const { figures: found } = await neighbours.rpc(
        analyticsRpc.figuresGet,
        { from: '2026-05-01', to: '2026-05-31' },
        { businessId },
      );
      return found.totals;
    };
    await tell.zone(businessId, 'UTC');
    await tell.publish(businessId, told);
    await eventually('its day is summed up', async () =>
      expect(await totals()).toMatchObject({ posts: 1, measured: 0 }),
    );
    for (const views of [100, 250, 400]) {
      await killedIn('summing up', () =>
        tell.read(businessId, new Date(Date.UTC(2026, 4, 5) + views * HOUR_MS).toISOString(), [
          { told, figures: figures({ views, likes: 9 }) },
        ]),
      );
      await eventually('the sums hold the last reading', async () =>
        expect(await totals()).toMatchObject({ posts: 1, measured: 1, views }),
      );
    }
  });
});
