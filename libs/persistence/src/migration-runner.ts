import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@postloom/chassis';
import pg from 'pg';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { isRefusedLogin, Logins } from './logins.ts';
import { sqlState, withoutRow } from './sql-errors.ts';
import { messageOf } from '@postloom/chassis';

export type MigrationClass = new () => MigrationInterface;

export interface MigrationOptions {
  /** Connection string of the role that owns the schema (`<schema>_owner`); several, one a line, while its password is changed. */
  url: string;
  schema: string;
  /** In the order in which they run; the first is `...infrastructureMigrations()`. */
  migrations: readonly MigrationClass[];
  /** Days (or months, by the table's rule) for which the partitions of a table are kept. Tables that are not listed keep theirs. */
  keepPartitions?: Readonly<Record<string, number>>;
  logger?: Logger;
}

/** A lock was not available in time, or two sessions deadlocked: both are passing. */
const lockStates = new Set(['55P03', '40P01']);
const LOCK_TRIES = 15;
const WAIT_FOR_OTHERS_MS = 120_000;

/** Name under which a migration is recorded: its own `name`, or its class's. */
export function migrationName(migration: MigrationClass): string {
  return new migration().name ?? migration.name;
}

/**
 * Brings the schema to the code's version and returns the names of what was applied. Safe to start from several
 * processes at once: an advisory lock lets one work and the others find nothing left. Each migration is one
 * transaction with `lock_timeout` 2 s, repeated when a lock was not to be had; one with `transaction = false`
 * (CREATE INDEX CONCURRENTLY) runs outside and must be repeatable.
 */
export async function runMigrations(options: MigrationOptions): Promise<string[]> {
  const source = await openSource(options);
  const runner = source.createQueryRunner();
  try {
    await runner.connect();
    await prepareSession(runner, options.schema);
    await requireWorkerRole(runner, options.schema);
    await takeLock(runner, options.schema);
    await runner.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    const known = (await runner.query('SELECT name FROM schema_migrations')) as { name: string }[];
    const applied = new Set(known.map((row) => row.name));
    const done: string[] = [];
    for (const migration of options.migrations) {
      const name = migrationName(migration);
      if (applied.has(name)) {
        continue;
      }
      await apply(runner, new migration(), name, options.logger);
      options.logger?.info('Migration applied', { schema: options.schema, migration: name });
      done.push(name);
    }
    if (done.length > 0) {
      for (const role of [options.schema, workerRole(options.schema)]) {
        await grantTo(runner, options.schema, role);
      }
    }
    for (const [table, keep] of Object.entries(options.keepPartitions ?? {})) {
      await runner.query('UPDATE partition_rules SET keep = $2 WHERE table_name = $1 AND keep <> $2', [table, keep]);
    }
    return done;
  } finally {
    await runner.release();
    await source.destroy();
  }
}

/** Names of the code's migrations that the database does not have yet. Empty = the schema is at least the code's version. */
export async function missingMigrations(
  query: (sql: string) => Promise<{ name: string | null }[]>,
  migrations: readonly MigrationClass[],
): Promise<string[]> {
  const [table] = await query(`SELECT to_regclass('schema_migrations')::text AS name`);
  // Without the table nothing was ever applied.
  const rows = (table?.name ?? null) === null ? [] : await query('SELECT name FROM schema_migrations');
  const applied = new Set(rows.map((row) => row.name));
  return migrations.map(migrationName).filter((name) => !applied.has(name));
}

async function openSource({ url, schema }: MigrationOptions): Promise<DataSource> {
  // Loaded only when there is something to migrate: a running service does not need it.
  const typeorm = await import('typeorm');
  const logins = new Logins(() => url);
  for (let others = logins.all.length - 1; ; others -= 1) {
    const address = logins.current;
    const source = new typeorm.DataSource({
      type: 'postgres',
      // By default TypeORM looks for one at run time: beside a bundle that would be a second copy.
      driver: pg,
      url: address,
      applicationName: `postloom-${schema}-migrations`,
      synchronize: false,
      logging: false,
      uuidExtension: 'pgcrypto',
      installExtensions: false,
      poolSize: 1,
      connectTimeoutMS: 5000,
    });
    try {
      return await source.initialize();
    } catch (error) {
      if (others <= 0 || !isRefusedLogin(error)) {
        throw error;
      }
      logins.refused(address);
    }
  }
}

async function prepareSession(runner: QueryRunner, schema: string): Promise<void> {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new Error(`"${schema}" is not a schema name`);
  }
  const found = (await runner.query('SELECT to_regnamespace($1) IS NOT NULL AS there', [schema])) as {
    there: boolean;
  }[];
  if (!found[0]?.there) {
    await runner.query(`CREATE SCHEMA ${schema}`);
  }
  await runner.query(`SET search_path TO ${schema}`);
  await runner.query(`SET lock_timeout TO '2s'`);
  await runner.query(`SET statement_timeout TO 0`);
  await runner.query(`SET idle_in_transaction_session_timeout TO 0`);
}

/** Policies name this role, and a migration must not create login roles: it would have to know their passwords. */
async function requireWorkerRole(runner: QueryRunner, schema: string): Promise<void> {
  const found = (await runner.query('SELECT FROM pg_roles WHERE rolname = $1', [workerRole(schema)])) as unknown[];
  if (found.length === 0) {
    throw new Error(
      `the login role ${workerRole(schema)} is missing: create it before migrating ${schema} (its workers log in with it, WORKER_DATABASE_URL)`,
    );
  }
}

const workerRole = (schema: string): string => `${schema}_worker`;

/** The lock belongs to the session: it is gone when this process dies. */
async function takeLock(runner: QueryRunner, schema: string): Promise<void> {
  const deadline = performance.now() + WAIT_FOR_OTHERS_MS;
  for (;;) {
    const rows = (await runner.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine', [
      `migrate:${schema}`,
    ])) as { mine: boolean }[];
    if (rows[0]?.mine) {
      return;
    }
    if (performance.now() > deadline) {
      throw new Error(`another process has been migrating ${schema} for two minutes`);
    }
    await pause(200);
  }
}

async function apply(runner: QueryRunner, migration: MigrationInterface, name: string, logger?: Logger): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (migration.transaction === false) {
        await migration.up(runner);
        await runner.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name]);
        return;
      }
      await runner.startTransaction();
      await migration.up(runner);
      await runner.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name]);
      await runner.commitTransaction();
      return;
    } catch (error) {
      if (runner.isTransactionActive) {
        await runner.rollbackTransaction();
      }
      if (!lockStates.has(sqlState(error) ?? '') || attempt >= LOCK_TRIES) {
        const cause = withoutRow(error);
        throw new Error(`migration ${name} failed: ${messageOf(cause)}`, { cause });
      }
      logger?.warn('A migration waits for a lock and will try again', { migration: name, attempt });
      await pause(Math.min(5000, 100 * 2 ** attempt));
    }
  }
}

/** The roles of the service and of its workers may use the data, but not the records of migrations and partitions. */
async function grantTo(runner: QueryRunner, schema: string, role: string): Promise<void> {
  const rows = (await runner.query(
    'SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AND current_user <> $1 AS needed',
    [role],
  )) as { needed: boolean }[];
  if (!rows[0]?.needed) {
    return;
  }
  for (const statement of [
    `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role}`,
    `REVOKE INSERT, UPDATE, DELETE ON schema_migrations FROM ${role}`,
  ]) {
    await runner.query(statement);
  }
  const rules = (await runner.query(`SELECT to_regclass('partition_rules') IS NOT NULL AS there`)) as {
    there: boolean;
  }[];
  if (rules[0]?.there) {
    await runner.query(`REVOKE INSERT, UPDATE, DELETE ON partition_rules FROM ${role}`);
  }
}
