import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { startPgBouncer } from '@postloom/local/pgbouncer';
import { freePort } from '@postloom/local/ports';
import { ensureKeeper } from './keeper-process.ts';
import { forgetChild, recordChild, runDirectory } from './run-directory.ts';
import { startTestPostgres } from './test-postgres.ts';
import { testRoles } from './test-roles.ts';

/** A PgBouncer in transaction mode before the run's Postgres, for a test file of its own. */
export interface TestPgBouncer {
  /** The same login and database by way of PgBouncer. */
  via(url: string): string;
  stop(): Promise<void>;
}

export async function testPgBouncer(): Promise<TestPgBouncer> {
  ensureKeeper('children');
  const { base } = await startTestPostgres();
  const server = await startPgBouncer({
    dataDir: mkdtempSync(join(runDirectory(), 'pgbouncer-')),
    port: await freePort(),
    postgresPort: Number(base.split(':')[1]),
    users: testRoles(),
  });
  recordChild(server.pid);
  return {
    via: (url) => Object.assign(new URL(url), { host: `127.0.0.1:${server.port}` }).href,
    stop: async () => {
      await server.stop();
      forgetChild(server.pid);
    },
  };
}
