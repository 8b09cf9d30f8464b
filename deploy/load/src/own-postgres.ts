import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import pg from 'pg';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { connectionUrl, createDatabaseSql, databaseSql, rolesSql, schemas } from '../../local/src/postgres/roles.ts';
import type { AllRolePasswords, RolePasswords, SchemaName } from '../../local/src/postgres/roles.ts';
import { startPostgres } from '../../local/src/postgres/server.ts';
import { freePort } from '../../local/src/process/ports.ts';

/** An embedded Postgres with the product's roles, for one measurement. */
export interface OwnPostgres {
  /** Makes a database with the six schemas, still empty; answers the superuser's connection string of it. */
  createDatabase(name: string): Promise<string>;
  /** The connection string of one of a schema's roles. */
  urlOf(schema: SchemaName, kind: keyof RolePasswords, database: string): string;
}

const secret = (): string => randomBytes(12).toString('hex');

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs `work` on a server of its own in `dataDir`, which is removed afterwards, also after Ctrl-C. */
export async function withOwnPostgres(dataDir: string, work: (postgres: OwnPostgres) => Promise<void>): Promise<void> {
  const passwords = Object.fromEntries(
    schemas.map((schema) => [schema, { service: secret(), worker: secret(), owner: secret() }]),
  ) as unknown as AllRolePasswords;
  mkdirSync(dirname(dataDir), { recursive: true });
  const port = await freePort();
  const postgres = await startPostgres({ dataDir, port, password: secret(), durable: false });
  const end = async (): Promise<void> => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const forget = atTheEnd(end);
  const execute = (url: string, statements: readonly string[]): Promise<void> =>
    withClient(url, async (client) => {
      for (const statement of statements) {
        await client.query(statement);
      }
    });
  try {
    await execute(postgres.adminUrl, rolesSql(passwords));
    await work({
      createDatabase: async (name) => {
        const url = postgres.adminUrl.replace(/\/postgres$/, `/${name}`);
        await execute(postgres.adminUrl, [createDatabaseSql(name)]);
        await execute(url, databaseSql(name));
        return url;
      },
      urlOf: (schema, kind, database) => connectionUrl(schema, kind, `127.0.0.1:${port}`, passwords, { database }),
    });
  } finally {
    forget();
    await end();
  }
}
