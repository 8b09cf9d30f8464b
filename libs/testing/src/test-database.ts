import { runMigrations } from '@postloom/persistence';
import type { MigrationClass } from '@postloom/persistence';
import pg from 'pg';
import { cloneDatabase } from './servers/test-postgres.ts';
import type { TestDatabase } from './servers/test-postgres.ts';

/**
 * A database of the test file's own: the service's schema migrated as in production (by the owner role), the service connecting as
 * its own login role. Copied from a template that is made once per run and set of migrations.
 */
export function testDatabase(service: string, migrations: readonly MigrationClass[]): Promise<TestDatabase> {
  return cloneDatabase(service, fingerprint(migrations), async (url, schema) => {
    await runMigrations({ url, schema, migrations });
  });
}

/** One statement as the database's administrator, past every rule that a service is held to: to look, or to break something. */
export async function asAdmin<T extends pg.QueryResultRow>(
  database: TestDatabase,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  try {
    return (await admin.query<T>(text, values)).rows;
  } finally {
    await admin.end();
  }
}

/** The database past every rule, for a test that sees and breaks much of it. */
export interface BehindTheScenes {
  query<R extends object = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<{ rows: R[] }>;
  close(): Promise<void>;
}

export function behindTheScenes(adminUrl: string): BehindTheScenes {
  const pool = new pg.Pool({ connectionString: adminUrl });
  pool.on('error', () => undefined); // the database may be dropped before the pool is closed
  return {
    query: (sql, params = []) => pool.query(sql, params),
    close: () => pool.end(),
  };
}

/** The source text of the migrations and what they close over as far as it shows; a run never outlives a change of code. */
function fingerprint(migrations: readonly MigrationClass[]): string {
  return migrations.map((migration) => `${new migration().name ?? migration.name}\n${migration.toString()}`).join('\n');
}
