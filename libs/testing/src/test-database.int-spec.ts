import { describe, expect, it } from '@jest/globals';
import { infrastructureMigrations, tenantTable } from '@postloom/persistence';
import type { MigrationClass } from '@postloom/persistence';
import pg from 'pg';
import { assertTenantIsolation } from './tenant-isolation.ts';
import { testDatabase } from './test-database.ts';
import type { TestDatabase } from './servers/test-postgres.ts';

class Posts20261201001 {
  readonly name = 'Posts20261201001';
  async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
    await runner.query('CREATE TABLE posts (id int PRIMARY KEY, business_id uuid NOT NULL)');
    for (const sql of tenantTable('posts')) {
      await runner.query(sql);
    }
    await runner.query('CREATE TABLE zones (name text PRIMARY KEY)');
  }
  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
const migrations = [...infrastructureMigrations(), Posts20261201001 as unknown as MigrationClass];
const withoutTenant = { zones: 'names of time zones are the same for everybody' };

async function run(url: string, ...statements: string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results: pg.QueryResult[] = [];
    for (const sql of statements) {
      results.push(await client.query(sql));
    }
    return results;
  } finally {
    await client.end();
  }
}

describe('test databases', () => {
  const withDatabase = async (work: (database: TestDatabase) => Promise<void>): Promise<void> => {
    const database = await testDatabase('scheduling', migrations);
    try {
      await work(database);
    } finally {
      await database.drop();
    }
  };

  it('are apart from each other, migrated, and quick to make', async () => {
    await withDatabase(async (first) => {
      await run(first.url, `INSERT INTO zones VALUES ('Europe/Berlin')`);
      const from = performance.now();
      await withDatabase(async (second) => {
        // Some 50 ms on an idle machine: a copy of a template, not the migrations once more.
        expect(performance.now() - from).toBeLessThan(20_000);
        const [rows] = await run(second.url, 'SELECT * FROM zones');
        expect(rows?.rowCount).toBe(0);
      });
    });
  });

  it('have the rights of production', async () => {
    await withDatabase(async (database) => {
      await expect(run(database.url, 'CREATE TABLE mine (id int)')).rejects.toThrow('permission denied');
      const posts = `INSERT INTO scheduling.posts VALUES (1, '01890000-0000-7000-8000-000000000001')`;
      await run(database.adminUrl, posts);
      await expect(run(database.url, 'SELECT * FROM posts')).rejects.toThrow('app.');
      await expect(run(database.ownerUrl, 'SELECT * FROM posts')).rejects.toThrow('app.');
      await expect(run(database.urlOf('media'), 'SELECT * FROM scheduling.posts')).rejects.toThrow('permission denied');
      const [, none] = await run(database.url, `SET app.scope = 'system'`, 'SELECT * FROM posts');
      expect(none?.rowCount).toBe(0);
      const [found] = await run(database.workerUrl, 'SELECT * FROM posts');
      expect(found?.rowCount).toBe(1);
    });
  });

  it('keep tenants apart', () =>
    withDatabase((database) => assertTenantIsolation(database, { schema: 'scheduling', withoutTenant })));

  it.each<[string, string, string]>([
    ['a table without tenant', 'CREATE TABLE loose (id int)', 'loose has no business_id'],
    ['a tenant table without rules', 'CREATE TABLE open (business_id uuid)', 'open has a business_id but no forced'],
    [
      'rules that do not hold for the owner',
      'ALTER TABLE posts NO FORCE ROW LEVEL SECURITY',
      'posts has a business_id but no forced',
    ],
    ['rules without policy', 'DROP POLICY posts_tenant ON posts', 'posts has no policy for one business'],
    ['workers shut out', 'DROP POLICY posts_workers ON posts', 'posts has no policy for scheduling_worker'],
    [
      'a policy that shows everybody everything',
      'CREATE POLICY posts_open ON posts USING (true)',
      'posts_open on posts shows all businesses to everybody',
    ],
    [
      'a setting that shows everything',
      `ALTER POLICY posts_tenant ON posts USING (CASE current_setting('app.scope') WHEN 'system' THEN true ELSE false END)`,
      'posts_tenant on posts shows all businesses to everybody',
    ],
    [
      'a policy of the workers for the service as well',
      'ALTER POLICY posts_workers ON posts TO scheduling_worker, scheduling',
      'posts_workers on posts shows all businesses to scheduling',
    ],
    ['a grant to another service', 'GRANT SELECT ON zones TO media', 'media may select on zones'],
    ['a grant to everybody', 'GRANT SELECT ON zones TO PUBLIC', 'everybody may select on zones'],
    [
      'a schema open to another service',
      'GRANT USAGE ON SCHEMA scheduling TO media',
      'media may usage schema scheduling',
    ],
  ])('report %s', async (_what, breach, sentence) => {
    await withDatabase(async (database) => {
      await run(database.ownerUrl, breach);
      await expect(assertTenantIsolation(database, { schema: 'scheduling', withoutTenant })).rejects.toThrow(sentence);
    });
  });

  it('report a table of the service itself, and a stale exception', async () => {
    await withDatabase(async (database) => {
      await run(
        database.adminUrl,
        'CREATE TABLE scheduling.own (business_id uuid)',
        'ALTER TABLE scheduling.own OWNER TO scheduling',
      );
      const check = assertTenantIsolation(database, {
        schema: 'scheduling',
        withoutTenant: { ...withoutTenant, gone: 'was here' },
      });
      await expect(check).rejects.toThrow(/gone is on the list[\s\S]*owns 1 relations/);
    });
  });
});
