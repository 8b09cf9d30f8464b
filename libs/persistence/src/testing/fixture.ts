import { Writable } from 'node:stream';
import { createLogger } from '@postloom/chassis';
import type { Logger } from '@postloom/chassis';
import { testDatabase, testPooler } from '@postloom/testing';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Database } from '../database.ts';
import { infrastructureMigrations } from '../migrations/infrastructure/index.ts';
import { leasedColumns, leasedIndex, tenantTable } from '../migrations/schema-sql.ts';
import { Uow } from '../uow.ts';

/** A tenant table and two leased ones, enough to test every guarantee of this library. */
export class Fixture1764547200001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      `CREATE TABLE notes (id uuid PRIMARY KEY, business_id uuid NOT NULL, text text NOT NULL, n int NOT NULL DEFAULT 0)`,
      ...tenantTable('notes'),
      `CREATE TABLE lanes (id uuid PRIMARY KEY, kind text NOT NULL DEFAULT 'a', ${leasedColumns()})`,
      leasedIndex('lanes'),
      `CREATE TABLE chores (id uuid PRIMARY KEY, business_id uuid NOT NULL, ${leasedColumns()})`,
      leasedIndex('chores'),
      `CREATE INDEX chores_fair ON chores (business_id, (greatest(ready_at, lease_until))) WHERE ready_at < 'infinity'`,
      ...tenantTable('chores'),
    ]) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('forward only'));
  }
}

export const fixtureMigrations = [...infrastructureMigrations({ quotas: true, throttles: true }), Fixture1764547200001];

export const quietLogger: Logger = createLogger(
  'test',
  'silent',
  new Writable({ write: (_chunk, _encoding, done) => done() }),
);

export interface Fixture {
  database: Awaited<ReturnType<typeof testDatabase>>;
  /** The connections behind `uow`. */
  connections: Database;
  uow: Uow;
  /** A further pool on the same database, like another pod. */
  another(poolSize?: number): { connections: Database; uow: Uow };
  close(): Promise<void>;
}

export async function openFixture(poolSize = 4): Promise<Fixture> {
  const database = await testDatabase('scheduling', fixtureMigrations);
  const opened: Database[] = [];
  const another = (size = 4): { connections: Database; uow: Uow } => {
    const connections = new Database(
      {
        name: 'test',
        databaseUrl: database.url,
        workerDatabaseUrl: database.workerUrl,
        databasePooler: testPooler(),
        databasePoolSize: size,
        databaseWorkerPoolSize: size,
        databaseConnectTimeoutMs: 5000,
        databaseConnectionSeconds: 3_600,
      },
      { schema: 'scheduling' },
    );
    opened.push(connections);
    return { connections, uow: new Uow(connections, quietLogger) };
  };
  return {
    database,
    ...another(poolSize),
    another,
    close: async () => {
      await Promise.all(opened.map((connections) => connections.close()));
      await database.drop();
    },
  };
}
