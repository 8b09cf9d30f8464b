import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase, testPgBouncer } from '@postloom/testing';
import type { TestDatabase, TestPgBouncer } from '@postloom/testing';
import pg from 'pg';
import { Database } from './database.ts';
import { Scope } from './scope.ts';
import { fixtureMigrations, quietLogger } from './testing/fixture.ts';
import { Uow } from './uow.ts';

const scope = Scope.business(randomUUID());
let database: TestDatabase;
let bouncer: TestPgBouncer;
let connections: Database;
let uow: Uow;

beforeAll(async () => {
  database = await testDatabase('scheduling', fixtureMigrations);
  bouncer = await testPgBouncer();
  connections = new Database(
    {
      name: 'test',
      databaseUrl: bouncer.via(database.url),
      workerDatabaseUrl: bouncer.via(database.workerUrl),
      databasePooler: 'transaction',
      databasePoolSize: 8,
      databaseWorkerPoolSize: 2,
      databaseConnectTimeoutMs: 5000,
      databaseConnectionSeconds: 3_600,
    },
    { schema: 'scheduling' },
  );
  uow = new Uow(connections, quietLogger);
});
afterAll(async () => {
  await connections.close();
  await bouncer.stop();
  await database.drop();
});

describe('behind PgBouncer in transaction mode', () => {
  it('a statement that runs often works on whatever connection its transaction gets', async () => {
    const write = (): Promise<unknown> =>
      uow.run(scope, (tx) =>
        tx.query('INSERT INTO notes (id, business_id, text) VALUES ($1, $2, $3)', [
          randomUUID(),
          tx.scope.businessId,
          'x',
        ]),
      );
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let round = 0; round < 15; round += 1) {
          await write();
        }
      }),
    );
    const [row] = await uow.run(scope, (tx) => tx.query<{ n: number }>('SELECT count(*) AS n FROM notes'));
    expect(row?.n).toBe(120);
  });

  it('does not depend on what another client has left in the session', async () => {
    const careless = new pg.Client({ connectionString: bouncer.via(database.url) });
    await careless.connect();
    // Long enough for the statement that puts the session in order, under any load, and too short for the ones after it.
    await careless.query('SET search_path TO pg_catalog; SET statement_timeout TO 500');
    // The session that the next transaction gets is this one: PgBouncer gives the one used last.
    expect((await careless.query<{ search_path: string }>('SHOW search_path')).rows).toEqual([
      { search_path: 'pg_catalog' },
    ]);
    await uow.run(scope, async (tx) => {
      expect(await tx.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '5s' }]);
      await tx.query('SELECT pg_sleep(0.6) FROM notes LIMIT 1');
    });
    expect(await connections.query(`SELECT count(*) AS n, pg_sleep(0.6) IS NULL AS f FROM outbox`)).toEqual([
      { n: 0, f: false },
    ]);
    expect((await careless.query<{ search_path: string }>('SHOW search_path')).rows).toEqual([
      { search_path: 'pg_catalog' },
    ]);
    await careless.query('RESET ALL');
    await careless.end();
  });

  it('gives the error of the statement, and goes on', async () => {
    await expect(connections.query('SELECT * FROM nothing_of_this_name')).rejects.toMatchObject({ code: '42P01' });
    expect(await connections.query('SELECT $1::int AS one', [1])).toEqual([{ one: 1 }]);
  });
});
