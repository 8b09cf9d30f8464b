import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { provision } from '@postloom/local/postgres';
import { connectionUrl, schemas } from '@postloom/local/roles';
import type { SchemaName } from '@postloom/local/roles';
import pg from 'pg';
import { ensureKeeper } from './keeper-process.ts';
import { runDirectory } from './run-directory.ts';
import { testPasswords } from './test-roles.ts';

export interface TestPostgres {
  /** Superuser, database `postgres`. */
  readonly adminUrl: string;
  /** `host:port` of the server itself. */
  readonly base: string;
  /** `host:port` for services: the server, or the pooler before it (TEST_DATABASE_POOLER). */
  readonly serviceBase: string;
}

let shared: Promise<TestPostgres> | undefined;

/** The one Postgres of this run, shared by all workers; started on first use. */
export function startTestPostgres(): Promise<TestPostgres> {
  shared ??= waitForPostgres();
  return shared;
}

async function waitForPostgres(): Promise<TestPostgres> {
  ensureKeeper('postgres');
  const address = join(runDirectory(), 'postgres.json');
  const deadline = performance.now() + 60_000;
  while (!existsSync(address)) {
    if (performance.now() > deadline) {
      throw new Error(`The test Postgres did not come up; its log: ${join(runDirectory(), 'keeper-postgres', 'log')}`);
    }
    await wait(25);
  }
  const told = JSON.parse(readFileSync(address, 'utf8')) as { adminUrl?: string; poolerPort?: number; error?: string };
  if (told.adminUrl === undefined) {
    throw new Error(`The test Postgres did not start: ${told.error ?? 'no reason given'}`);
  }
  const base = new URL(told.adminUrl).host;
  const serviceBase = told.poolerPort === undefined ? base : `127.0.0.1:${told.poolerPort}`;
  return { adminUrl: told.adminUrl, base, serviceBase };
}

/** How a test file reaches its own database. */
export interface TestDatabase {
  readonly name: string;
  /** As the service: its login role, row-level security and grants exactly as in production. */
  readonly url: string;
  /** As the service's workers, who see the rows of all businesses. */
  readonly workerUrl: string;
  /** As the owner of the schema, which runs the migrations. */
  readonly ownerUrl: string;
  /** As superuser, past every rule: to inspect the database. */
  readonly adminUrl: string;
  /** A second service's login role in the same database. */
  urlOf(service: string, kind?: 'service' | 'worker' | 'owner'): string;
  drop(): Promise<void>;
}

/** Runs the migrations of one schema on one database; a parameter so that any migration runner will do. */
export type Migrate = (ownerUrl: string, schema: string) => Promise<void>;

/**
 * An own copy of a migrated database. The template is made once per run for each hash of `fingerprint`, under an advisory lock;
 * a copy costs some ten milliseconds.
 */
export async function cloneDatabase(service: string, fingerprint: string, migrate: Migrate): Promise<TestDatabase> {
  const schema = asSchema(service);
  const { adminUrl, base, serviceBase } = await startTestPostgres();
  const hash = createHash('sha256').update(fingerprint).digest('hex').slice(0, 12);
  const template = `tpl_${schema}_${hash}`;
  const name = `t_${schema}_${hash.slice(0, 6)}_${randomBytes(5).toString('hex')}`;
  const urlIn = (database: string, of: SchemaName, kind: 'service' | 'worker' | 'owner'): string =>
    connectionUrl(of, kind, kind === 'owner' ? base : serviceBase, testPasswords, { database });

  await asAdmin(adminUrl, async (admin) => {
    // One at a time: roles are shared by the whole server, and a template cannot be copied while somebody is connected to it.
    await admin.query(`SELECT pg_advisory_lock(hashtext('postloom test template'))`);
    const found = await admin.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (found.rowCount === 0) {
      const draft = `${template}_draft`;
      await admin.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
      await provision(adminUrl, testPasswords, draft);
      await migrate(urlIn(draft, schema, 'owner'), schema);
      await admin.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
    }
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
    await admin.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    for (const other of schemas) {
      await admin.query(`GRANT CONNECT ON DATABASE ${name} TO ${other}, ${other}_worker, ${other}_owner`);
    }
  });

  const admin = new URL(adminUrl);
  admin.pathname = `/${name}`;
  return {
    name,
    url: urlIn(name, schema, 'service'),
    workerUrl: urlIn(name, schema, 'worker'),
    ownerUrl: urlIn(name, schema, 'owner'),
    adminUrl: admin.href,
    urlOf: (other, kind = 'service') => urlIn(name, asSchema(other), kind),
    drop: () => asAdmin(adminUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

function asSchema(service: string): SchemaName {
  const found = schemas.find((schema) => schema === service);
  if (found === undefined) {
    throw new Error(`${service} is no service with a schema; there are ${schemas.join(', ')}`);
  }
  return found;
}

async function asAdmin(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
