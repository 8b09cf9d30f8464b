import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asAdmin } from '@postloom/testing';
import { runMigrations } from './migration-runner.ts';
import { infrastructureMigrations } from './migrations/infrastructure/index.ts';
import { removeOld } from './retention.ts';
import type { RetentionRule } from './retention.ts';
import { fixtureMigrations, openFixture } from './testing/fixture.ts';
import type { Fixture } from './testing/fixture.ts';

describe('retention', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await openFixture();
  });
  afterAll(() => fixture.close());

  const admin = <R extends object>(sql: string, values: unknown[] = []): Promise<R[]> =>
    asAdmin(fixture.database, sql, values) as Promise<R[]>;
  const event = (day: string, state: string): Promise<unknown> =>
    admin(
      `INSERT INTO scheduling.inbox (handler, event_id, event_day, state, error) VALUES ('h', $1, $2::date, $3, $4)`,
      [randomUUID(), day, state, state === 'done' ? null : 'why'],
    );
  const maintain = (): Promise<unknown> => admin('SELECT scheduling.maintain_partitions()');
  const states = async (): Promise<string[]> =>
    (await admin<{ state: string }>('SELECT state FROM scheduling.inbox ORDER BY state')).map(({ state }) => state);

  it('removes rows of all tenants whose time is over, in batches, and no others', async () => {
    await admin(
      `INSERT INTO scheduling.notes (id, business_id, text, n)
        SELECT gen_random_uuid(), gen_random_uuid(), CASE WHEN g % 2 = 0 THEN 'ended' ELSE 'open' END, g
        FROM generate_series(1, 1400) AS g`,
    );
    const rule: RetentionRule = {
      table: 'notes',
      key: 'id',
      since: `(now() - n * interval '1 day')`,
      only: `text = 'ended'`,
      keepDays: () => 100,
    };
    expect([await removeOld(fixture.uow, rule), await removeOld(fixture.uow, rule)]).toEqual([500, 150]);
    expect(await removeOld(fixture.uow, rule)).toBe(0);
    const left = await admin<{ text: string; rows: number; oldest: number }>(
      'SELECT text, count(*)::int AS rows, max(n) AS oldest FROM scheduling.notes GROUP BY text ORDER BY text',
    );
    expect(left).toEqual([
      { text: 'ended', rows: 50, oldest: 100 },
      { text: 'open', rows: 700, oldest: 1399 },
    ]);
  });

  it('drops partitions after the days of the settings, without what is not done', async () => {
    const target = { url: fixture.database.ownerUrl, schema: 'scheduling', migrations: fixtureMigrations };
    const [today] = await admin<{ day: string }>('SELECT current_date::text AS day');
    const day = (ago: number): string =>
      new Date(Date.parse(`${today?.day}T00:00:00Z`) - ago * 86_400_000).toISOString().slice(0, 10);
    const name = `inbox_p${day(10).replaceAll('-', '')}`;
    await admin(
      `CREATE TABLE scheduling.${name} PARTITION OF scheduling.inbox FOR VALUES FROM ('${day(10)}') TO ('${day(9)}')`,
    );
    await admin(`ALTER TABLE scheduling.${name} OWNER TO scheduling_owner`);
    await event(day(10), 'done');
    await event(day(10), 'parked');
    await event(day(40), 'parked'); // never had a partition of its own
    await event(day(40), 'done');
    await event(day(1), 'done');
    await maintain();
    expect(await states()).toEqual(['done', 'done', 'parked', 'parked']);

    await runMigrations({ ...target, keepPartitions: { inbox: 7 } });
    await maintain();
    expect(await states()).toEqual(['done', 'parked', 'parked']);
    const [gone] = await admin<{ there: boolean }>(`SELECT to_regclass('scheduling.${name}') IS NOT NULL AS there`);
    expect(gone?.there).toBe(false);
    await maintain();
    expect(await states()).toEqual(['done', 'parked', 'parked']);
  });

  it('keeps events that the broker has not taken', async () => {
    await admin(
      `INSERT INTO scheduling.outbox (id, created_at, subject, at, entity_id, version, data, published_at)
        SELECT gen_random_uuid(), now() - interval '60 days', 's', now(), 'e', 1, '{}', p
        FROM (VALUES (now()), (NULL)) AS v (p)`,
    );
    await maintain();
    const left = await admin<{ published_at: Date | null }>('SELECT published_at FROM scheduling.outbox');
    expect(left).toEqual([{ published_at: null }]);
  });

  it('is part of the infrastructure of every service', () => {
    expect(infrastructureMigrations().map((migration) => new migration().name)).toContain('Retention20261122050');
  });
});
