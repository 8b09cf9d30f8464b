/** F46: processes whose clocks are wrong, or jump. Only the database's clock decides what is due. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, SkewedClock, testService } from '@postloom/testing';
import type { TestService } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { migrations } from '../migrations/index.ts';
import { SchedulingUnderTest } from '../testing/scheduling-under-test.ts';

const MINUTE = 60_000;

describe('two dispatchers with clocks ten minutes apart', () => {
  const ahead = new SkewedClock(5 * MINUTE);
  const behind = new SkewedClock(-5 * MINUTE);
  let under: SchedulingUnderTest;
  let second: TestService;

  beforeAll(async () => {
    under = await SchedulingUnderTest.start({ clock: ahead });
    const { nats, database } = under.service;
    second = await testService({ service: 'scheduling', module: AppModule, migrations, nats, database, clock: behind });
  });
  afterAll(async () => {
    await second.close();
    await under.close();
  });

  async function handOver(count: number): Promise<number[]> {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const ids: string[] = [];
    while (ids.length < count) {
      ids.push((await under.schedule(tenant)).id);
    }
    const later = await under.schedule(tenant);
    // Once all are written, and by the database's clock: how fast they are written says nothing about when they go out.
    await under.sql(
      `UPDATE post_targets SET due_at = now() + CASE WHEN post_id = $2 THEN interval '4 minutes'
        ELSE interval '1 second' + random() * interval '2 seconds' END WHERE post_id = ANY ($1) OR post_id = $2`,
      [ids, later.id],
    );
    await eventually('all are handed over', async () => {
      const open = await under.sql(`SELECT 1 FROM post_targets WHERE post_id = ANY ($1) AND state = 'scheduled'`, [
        ids,
      ]);
      expect(open).toEqual([]);
    });
    const told = await under.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM outbox o JOIN post_targets t ON t.id::text = o.entity_id::text
       WHERE o.subject = 'scheduling.target.due.v1' AND t.post_id = ANY ($1) GROUP BY o.entity_id`,
      [ids],
    );
    expect(told.map(({ n }) => n)).toEqual(ids.map(() => 1));
    // Four minutes away: due already on the clock that is ahead.
    expect((await under.targetsOf(later.id))[0]?.state).toBe('scheduled');
    const lags = await under.sql<{ ms: number }>(
      `SELECT extract(epoch FROM dispatched_at - due_at)::float8 * 1000 AS ms FROM post_targets WHERE post_id = ANY ($1) ORDER BY 1`,
      [ids],
    );
    return lags.map(({ ms }) => ms);
  }

  function figure(what: string, lags: readonly number[]): void {
    const at = (share: number): number => Math.round(lags[Math.floor((lags.length - 1) * share)] ?? Number.NaN);
    process.stdout.write(
      `  figure: F46: ${what}: ${lags.length} of ${lags.length} once, after their time by p50 ${at(0.5)} ms, longest ${at(1)} ms\n`,
    );
    expect(at(0)).toBeGreaterThanOrEqual(0); // never early
    expect(at(1)).toBeLessThan(10_000); // a poll of 250 ms and whatever else this machine runs
  }

  it('hand over each post once, at its own time', async () => {
    figure('clocks 5 minutes ahead and behind', await handOver(40));
  });

  it('the same after a clock has jumped back an hour', async () => {
    ahead.skewMs -= 60 * MINUTE;
    figure('a clock jumped back an hour', await handOver(40));
  });
});
