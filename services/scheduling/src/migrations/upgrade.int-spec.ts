import { afterAll, describe, expect, it } from '@jest/globals';
import { infrastructureMigrations, runMigrations } from '@postloom/persistence';
import type { MigrationClass } from '@postloom/persistence';
import { asAdmin, testDatabase } from '@postloom/testing';
import type { TestDatabase } from '@postloom/testing';
import { TargetDelays1795219200011 } from './20261121-011-target-delays.ts';
import { Frequencies1795219200022 } from './20261121-022-frequencies.ts';
import { migrations } from './index.ts';

const business = '0198a5a0-0000-7000-8000-000000000001';
const post = '0198a5a0-0000-7000-8000-000000000002';

describe('an installation with data, brought up to date', () => {
  const databases: TestDatabase[] = [];
  /** The schema as the version before this migration left it. */
  const installedBefore = async (next: MigrationClass): Promise<TestDatabase> => {
    const [, ...newerInfrastructure] = infrastructureMigrations({ quotas: true });
    const known = migrations.slice(0, migrations.indexOf(next)).filter((one) => !newerInfrastructure.includes(one));
    const database = await testDatabase('scheduling', known);
    databases.push(database);
    return database;
  };
  afterAll(async () => {
    for (const database of databases) {
      await database.drop();
    }
  });

  it('keeps its posts, and those that are scheduled get their checks', async () => {
    const database = await installedBefore(TargetDelays1795219200011);
    await asAdmin(
      database,
      `INSERT INTO scheduling.posts (id, business_id, payer_id, caption, photo_ids, status, due_at, local_time, time_zone)
      SELECT $1, $2, $2, 'Fresh bread', ARRAY[$1::uuid], 'scheduled', due, due AT TIME ZONE 'UTC', 'UTC'
      FROM (SELECT now() + interval '3 days' AS due) AS later`,
      [post, business],
    );
    await runMigrations({ url: database.ownerUrl, schema: 'scheduling', migrations });
    const [row] = await asAdmin<{ caption: string; is_checked: boolean }>(
      database,
      `SELECT caption, check_at = due_at - interval '24 hours' AS is_checked FROM scheduling.posts WHERE id = $1`,
      [post],
    );
    expect(row).toEqual({ caption: 'Fresh bread', is_checked: true });
  });

  it('keeps its schedules, with the frequencies as the product names them', async () => {
    const database = await installedBefore(Frequencies1795219200022);
    await asAdmin(
      database,
      `INSERT INTO scheduling.recurring_schedules (id, business_id, payer_id, author_id, name, frequency, time_of_day, platforms,
        use_all_photos, start_date, time_zone, is_active)
      SELECT gen_random_uuid(), $1, $1, $1, f, f, '09:00', ARRAY['instagram'], true, '2026-01-01', 'UTC', false
      FROM unnest(ARRAY['daily', 'every_2_days', 'every_3_days', 'weekly', 'monthly']) AS f`,
      [business],
    );
    await runMigrations({ url: database.ownerUrl, schema: 'scheduling', migrations });
    const rows = await asAdmin<{ was: string; is: string }>(
      database,
      'SELECT name AS was, frequency AS is FROM scheduling.recurring_schedules',
      [],
    );
    expect(Object.fromEntries(rows.map(({ was, is }) => [was, is]))).toEqual({
      ...{ daily: 'daily', every_2_days: 'every2days', every_3_days: 'every3days' },
      ...{ weekly: 'weekly', monthly: 'monthly' },
    });
  });
});
