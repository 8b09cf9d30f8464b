import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@postloom/chassis';
import { testDatabase } from '@postloom/testing';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { migrationName, missingMigrations, runMigrations } from './migration-runner.ts';
import type { MigrationClass } from './migration-runner.ts';
import { infrastructureMigrations } from './migrations/infrastructure/index.ts';
import { partitionedTable, systemScopeByRole, tenantTable } from './migrations/schema-sql.ts';
import { fixtureMigrations, Fixture1764547200001 } from './testing/fixture.ts';

function migration(name: string, up: (runner: QueryRunner) => Promise<unknown>, transaction?: boolean): MigrationClass {
  return class {
    readonly name = name;
    readonly transaction = transaction;
    async up(runner: QueryRunner): Promise<void> {
      await up(runner);
    }
    down(): Promise<void> {
      return Promise.reject(new Error('forward only'));
    }
  };
}

let database: Awaited<ReturnType<typeof testDatabase>>;
let service: pg.Client;
let owner: pg.Client;

async function client(connectionString: string): Promise<pg.Client> {
  const made = new pg.Client({ connectionString });
  await made.connect();
  return made;
}

beforeAll(async () => {
  database = await testDatabase('scheduling', fixtureMigrations);
  service = await client(database.url);
  owner = await client(database.ownerUrl);
});
afterAll(async () => {
  await service.end();
  await owner.end();
  await database.drop();
});

const run = (...more: MigrationClass[]): Promise<string[]> =>
  runMigrations({ url: database.ownerUrl, schema: 'scheduling', migrations: [...fixtureMigrations, ...more] });

const tables = async (like: string): Promise<string[]> =>
  (
    await owner.query<{ name: string }>('SELECT relname AS name FROM pg_class WHERE relname LIKE $1 ORDER BY 1', [like])
  ).rows.map((row) => row.name);

describe('runMigrations', () => {
  it('has nothing to do the second time', async () => {
    expect(await run()).toEqual([]);
  });

  it('applies what is new once, also when three processes start together', async () => {
    const create = migration('Together1764547200010', (runner) => runner.query('CREATE TABLE together (id int)'));
    const applied = await Promise.all([run(create), run(create), run(create)]);
    expect(applied.flat()).toEqual(['Together1764547200010']);
  });

  it('leaves nothing of a migration that fails', async () => {
    const half = migration('Half1764547200011', async (runner) => {
      await runner.query('CREATE TABLE half (id int)');
      await runner.query('SELECT broken');
    });
    await expect(run(half)).rejects.toThrow(/Half1764547200011.*broken/s);
    expect(await tables('half')).toEqual([]);
    expect(await missingMigrations(async (sql) => (await service.query<{ name: string }>(sql)).rows, [half])).toEqual([
      'Half1764547200011',
    ]);
  });

  it('waits for a table somebody is using instead of queueing everybody behind it', async () => {
    await service.query('BEGIN');
    await service.query('SELECT * FROM lanes');
    const add = migration('Locked1764547200012', async (runner) => {
      await runner.query(`SET LOCAL lock_timeout TO '100ms'`);
      await runner.query('ALTER TABLE lanes ADD COLUMN extra int');
    });
    let refused: () => void;
    const isRefused = new Promise<void>((resolve) => (refused = resolve));
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (chunk.toString().includes('waits for a lock')) {
          refused();
        }
        done();
      },
    });
    const applied = runMigrations({
      url: database.ownerUrl,
      schema: 'scheduling',
      migrations: [...fixtureMigrations, add],
      logger: createLogger('test', 'warn', sink),
    });
    await isRefused;
    await service.query('COMMIT');
    expect(await applied).toEqual(['Locked1764547200012']);
  });

  it('says which role is missing instead of making policies for nobody', async () => {
    const refused = runMigrations({
      url: database.adminUrl,
      schema: 'lonely',
      migrations: infrastructureMigrations(),
    });
    await expect(refused).rejects.toThrow(/lonely_worker is missing/);
  });

  it('takes the system scope away from settings, on tables with rows as the version before made them', async () => {
    const business = '0193a1b2-0000-7000-8000-000000000001';
    const mayUse = `CASE (SELECT current_setting('app.scope')) WHEN 'system' THEN true
      WHEN 'business' THEN business_id = (SELECT nullif(current_setting('app.business_id', true), '')::uuid)
      ELSE business_id = current_setting('app.business_id')::uuid END`;
    const before = migration('Before1764547200015', async (runner) => {
      for (const statement of [
        `CREATE TABLE legacy (business_id uuid NOT NULL)`,
        `INSERT INTO legacy VALUES ('${business}'), (gen_random_uuid())`,
        'ALTER TABLE legacy ENABLE ROW LEVEL SECURITY',
        'ALTER TABLE legacy FORCE ROW LEVEL SECURITY',
        `CREATE POLICY legacy_tenant ON legacy USING (${mayUse}) WITH CHECK (${mayUse})`,
      ]) {
        await runner.query(statement);
      }
    });
    await run(before);
    const seen = async (scope: string, as = service): Promise<number> => {
      await as.query('BEGIN');
      await as.query(`SELECT set_config('app.scope', $1, true), set_config('app.business_id', $2, true)`, [
        scope,
        business,
      ]);
      const rows = await as.query('SELECT * FROM legacy');
      await as.query('ROLLBACK');
      return rows.rowCount ?? 0;
    };
    expect([await seen('system'), await seen('business')]).toEqual([2, 1]);
    const after = migration('After1764547200016', (runner) => runner.query(systemScopeByRole));
    await run(before, after);
    expect([await seen('system'), await seen('business')]).toEqual([0, 1]);
    expect(await seen('system', owner)).toBe(2); // a migration may set it
    const worker = await client(database.workerUrl);
    expect((await worker.query('SELECT * FROM legacy')).rowCount).toBe(2);
    await worker.end();
  });

  it('makes policies while another service migrates its own tables', async () => {
    const neighbour = await client(database.urlOf('media', 'owner'));
    await neighbour.query('CREATE TABLE pictures (business_id uuid)');
    await neighbour.query(
      `CREATE POLICY pictures_tenant ON pictures USING (current_setting('app.scope') = 'business')`,
    );
    await neighbour.query('BEGIN');
    await neighbour.query('LOCK TABLE pictures IN ACCESS EXCLUSIVE MODE');
    await owner.query(`SET lock_timeout TO '100ms'`);
    await owner.query(systemScopeByRole);
    await owner.query('RESET lock_timeout');
    await neighbour.query('ROLLBACK');
    await neighbour.end();
  });

  it('runs one marked so outside a transaction', async () => {
    const index = migration(
      'Concurrent1764547200013',
      (runner) => runner.query('CREATE INDEX CONCURRENTLY IF NOT EXISTS lanes_kind ON lanes (kind)'),
      false,
    );
    expect(await run(index)).toEqual(['Concurrent1764547200013']);
  });
});

describe('the role of the service', () => {
  it('can use tables but not make, change or drop them, nor touch the records of migrations and partitions', async () => {
    await expect(service.query('CREATE TABLE mine (id int)')).rejects.toMatchObject({ code: '42501' });
    await expect(service.query('DROP TABLE lanes')).rejects.toMatchObject({ code: '42501' });
    await expect(service.query('ALTER TABLE notes DISABLE ROW LEVEL SECURITY')).rejects.toMatchObject({
      code: '42501',
    });
    await expect(service.query(`DELETE FROM schema_migrations`)).rejects.toMatchObject({ code: '42501' });
    await expect(service.query(`UPDATE partition_rules SET keep = 1`)).rejects.toMatchObject({ code: '42501' });
    expect((await service.query('SELECT name FROM schema_migrations')).rowCount).toBeGreaterThan(1);
  });

  it('cannot read another schema', async () => {
    const other = await client(database.urlOf('media'));
    await expect(other.query('SELECT * FROM scheduling.lanes')).rejects.toMatchObject({ code: '42501' });
    await other.end();
  });
});

describe('partitions', () => {
  const noon = '2027-03-10T12:00:00Z';
  const iso = (offset: number): string => new Date(Date.parse(noon) + offset * 86_400_000).toISOString().slice(0, 10);
  const stamp = (offset: number): string => iso(offset).replaceAll('-', '');

  /** The maintenance is given its clock: functions of the schema come before the database's own. */
  beforeAll(async () => {
    await owner.query(
      `CREATE FUNCTION now() RETURNS timestamptz STABLE LANGUAGE sql AS $$SELECT timestamptz '${noon}'$$`,
    );
    await owner.query('ALTER FUNCTION maintain_partitions() SET search_path = scheduling, pg_catalog');
    await service.query('SELECT maintain_partitions()');
  });

  it('are there from yesterday to three days ahead', async () => {
    expect(await tables('outbox_p________')).toEqual([-1, 0, 1, 2, 3].map((offset) => `outbox_p${stamp(offset)}`));
    expect(await tables('inbox_p________')).toEqual([-1, 0, 1, 2, 3].map((offset) => `inbox_p${stamp(offset)}`));
  });

  it('are made and dropped by the unprivileged role through the function only', async () => {
    await owner.query(`DROP TABLE outbox_p${stamp(2)}`);
    const old = (offset: number): Promise<unknown> =>
      owner.query(
        `CREATE TABLE outbox_p${stamp(offset)} PARTITION OF outbox FOR VALUES FROM ('${iso(offset)} 00:00:00+00') TO ('${iso(offset + 1)} 00:00:00+00')`,
      );
    await old(-15);
    await old(-14);
    await service.query('SELECT maintain_partitions()');
    const left = await tables('outbox_p________');
    expect(left).toContain(`outbox_p${stamp(2)}`);
    expect(left).toContain(`outbox_p${stamp(-14)}`);
    expect(left).not.toContain(`outbox_p${stamp(-15)}`);
    expect(
      (await service.query<{ maintain_partitions: number }>('SELECT maintain_partitions()')).rows[0]
        ?.maintain_partitions,
    ).toBe(0);
  });

  it('take a row of a day that has none, and clean it up when it is old', async () => {
    const insert = (offset: number): Promise<unknown> =>
      service.query(`INSERT INTO inbox (handler, event_id, event_day) VALUES ('h', gen_random_uuid(), $1)`, [
        iso(offset),
      ]);
    await insert(-10);
    await insert(-40);
    await service.query('SELECT maintain_partitions()');
    const { rows } = await service.query<{ day: string }>(
      `SELECT event_day::text AS day FROM inbox WHERE handler = 'h'`,
    );
    expect(rows).toEqual([{ day: iso(-10) }]);
  });

  it('of a tenant table are closed to direct use', async () => {
    const months = migration('Months1764547200014', async (runner) => {
      for (const statement of [
        'CREATE TABLE samples (id uuid NOT NULL, business_id uuid NOT NULL, at timestamptz NOT NULL) PARTITION BY RANGE (at)',
        ...tenantTable('samples'),
        ...partitionedTable({
          table: 'samples',
          unit: 'month',
          column: { name: 'at', type: 'timestamptz' },
          ahead: 2,
          keep: 13,
        }),
        'SELECT maintain_partitions()',
      ]) {
        await runner.query(statement);
      }
    });
    await run(months);
    const children = await tables('samples_p________');
    expect(children).toHaveLength(4);
    const business = '0193a1b2-0000-7000-8000-000000000001';
    await service.query('BEGIN');
    await service.query(`SELECT set_config('app.scope', 'business', true), set_config('app.business_id', $1, true)`, [
      business,
    ]);
    await service.query('INSERT INTO samples VALUES (gen_random_uuid(), $1, $2)', [business, noon]);
    expect((await service.query('SELECT * FROM samples')).rowCount).toBe(1);
    const found = await Promise.all(children.map((child) => service.query(`SELECT * FROM ${child}`)));
    expect(found.map((result) => result.rowCount)).toEqual([0, 0, 0, 0]);
    await service.query('ROLLBACK');
  });
});

describe('missingMigrations', () => {
  it('names everything on an empty schema', async () => {
    const admin = await client(database.adminUrl);
    await admin.query('CREATE SCHEMA empty_one');
    await admin.query('SET search_path TO empty_one');
    expect(
      await missingMigrations(
        async (sql) => (await admin.query<{ name: string }>(sql)).rows,
        [...infrastructureMigrations(), Fixture1764547200001],
      ),
    ).toEqual([...infrastructureMigrations(), Fixture1764547200001].map(migrationName));
    await admin.end();
  });
});
