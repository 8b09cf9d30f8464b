import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase } from '@postloom/testing';
import pg from 'pg';
import { runMigrations } from './migration-runner.ts';
import { baseMigration } from './migrations/infrastructure/20261120-001-base.ts';
import { InboxRetries20261122030 } from './migrations/infrastructure/20261122-030-inbox-retries.ts';
import { InboxRetryingIndex20261122031 } from './migrations/infrastructure/20261122-031-inbox-retrying-index.ts';

const old = [baseMigration()];
const current = [...old, InboxRetries20261122030, InboxRetryingIndex20261122031];

describe('the inbox that keeps retries, on a database that has an inbox already', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let service: pg.Client;
  let owner: pg.Client;

  beforeAll(async () => {
    database = await testDatabase('scheduling', old);
    service = new pg.Client({ connectionString: database.url });
    owner = new pg.Client({ connectionString: database.ownerUrl });
    await Promise.all([service.connect(), owner.connect()]);
    await service.query(
      `INSERT INTO inbox (event_day, handler, event_id)
       SELECT current_date - (n % 3), 'media-x-v1', gen_random_uuid() FROM generate_series(1, 300) AS n`,
    );
    await service.query(
      `INSERT INTO inbox (event_day, handler, event_id, state, tries, error, envelope)
       VALUES (current_date, 'media-x-v1', gen_random_uuid(), 'parked', 8, 'no', '{}')`,
    );
  });
  afterAll(async () => {
    await service.end();
    await owner.end();
    await database.drop();
  });

  const migrate = (): Promise<string[]> =>
    runMigrations({ url: database.ownerUrl, schema: 'scheduling', migrations: current });

  const unindexed = async (): Promise<number> => {
    const { rows } = await owner.query<{ n: number }>(
      `SELECT (SELECT count(*) FROM pg_inherits WHERE inhparent = 'inbox'::regclass)::int
         - (SELECT count(*) FROM pg_inherits i JOIN pg_index x ON x.indexrelid = i.inhrelid AND x.indisvalid
            WHERE i.inhparent = 'inbox_retrying'::regclass)::int AS n`,
    );
    return rows[0]?.n ?? Number.NaN;
  };

  it('keeps its rows, indexes every partition, and takes what processes of either version write', async () => {
    await expect(migrate()).resolves.toHaveLength(2);
    const { rows } = await service.query('SELECT state, count(*)::int AS n FROM inbox GROUP BY state ORDER BY state');
    expect(rows).toEqual([
      { state: 'done', n: 300 },
      { state: 'parked', n: 1 },
    ]);
    expect(await unindexed()).toBe(0);
    await service.query(
      `INSERT INTO inbox (event_day, handler, event_id) VALUES (current_date, 'h', gen_random_uuid())`,
    );
    await service.query(
      `INSERT INTO inbox (event_day, handler, event_id, state, ready_at, envelope)
       VALUES (current_date, 'h', gen_random_uuid(), 'retrying', now(), '{}')`,
    );
    await expect(
      service.query(
        `INSERT INTO inbox (event_day, handler, event_id, state) VALUES (current_date, 'h', gen_random_uuid(), 'retrying')`,
      ),
    ).rejects.toThrow('inbox_retrying_is_complete');
  });

  it('goes on with an index that an interrupted run left unfinished', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relname LIKE 'inbox_p%_retrying' ORDER BY relname LIMIT 1`,
    );
    const index = rows[0]?.name ?? '';
    const partition = index.replace(/_retrying$/, '');
    // Dropping the parent's index drops all; one comes back on its own, marked as Postgres marks an interrupted build.
    await owner.query('DROP INDEX inbox_retrying');
    await owner.query(`CREATE INDEX ${index} ON ${partition} (ready_at) WHERE state = 'retrying'`);
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    await admin.query('UPDATE pg_index SET indisvalid = false WHERE indexrelid = $1::regclass', [
      `scheduling.${index}`,
    ]);
    await admin.end();
    await owner.query(`DELETE FROM schema_migrations WHERE name = 'InboxRetryingIndex20261122031'`);
    await expect(migrate()).resolves.toEqual(['InboxRetryingIndex20261122031']);
    expect(await unindexed()).toBe(0);
  });

  it('gives partitions made later the index too', async () => {
    await owner.query(`UPDATE partition_rules SET ahead = 6 WHERE table_name = 'inbox'`);
    await owner.query('SELECT maintain_partitions()');
    expect(await unindexed()).toBe(0);
  });
});
