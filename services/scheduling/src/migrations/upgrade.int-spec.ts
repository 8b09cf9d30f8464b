import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runMigrations } from '@postloom/persistence';
import { asAdmin, testDatabase } from '@postloom/testing';
import type { TestDatabase } from '@postloom/testing';
import { migrations } from './index.ts';

const business = '0198a5a0-0000-7000-8000-000000000001';
const post = '0198a5a0-0000-7000-8000-000000000002';

describe('an installation with data, brought up to date', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase('scheduling', migrations.slice(0, 2));
  });
  afterAll(() => database.drop());

  it('keeps its posts, and those that are scheduled get their checks', async () => {
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
});
