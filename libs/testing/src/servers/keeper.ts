/**
 * A small process beside a test run that owns what must not outlive it: the shared Postgres and the NATS servers of test files. It ends,
 * and ends them, on SIGTERM or when the run's main process is gone, for whatever reason: Ctrl-C, a crash, kill -9. Runs natively on Node:
 * `node keeper.ts <run directory> <pid of the run> <postgres|children>`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPgBouncer } from '@postloom/local/pgbouncer';
import { startPostgres } from '@postloom/local/postgres';
import { freePort } from '@postloom/local/ports';
import { testPooler } from './test-pooler.ts';
import { testRoles } from './test-roles.ts';

const [directory = '', parent = '0', what = ''] = process.argv.slice(2);
let isOver = false;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isOver = true;
  });
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // ESRCH: no such process
  }
};

const tell = (file: string, content: object): void => {
  writeFileSync(join(directory, `${file}.part`), JSON.stringify(content));
  renameSync(join(directory, `${file}.part`), join(directory, file));
};

/** The container library is loaded only when containers are requested: it takes a second. */
const containers = async (): Promise<boolean> =>
  process.env['TESTCONTAINERS'] === 'on' && (await (await import('./containers.ts')).useContainers('postgres'));

const untilTheEnd = async (): Promise<void> => {
  while (!isOver && isAlive(Number(parent))) {
    await wait(200);
  }
};

/** A recorded child is killed only while its command line still names this run: process ids are used again. */
const endChild = (pid: number): void => {
  try {
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (!commandLine.includes(directory)) {
      return;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform === 'linux') {
      return;
    }
  }
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
};

if (what === 'postgres') {
  try {
    const password = 'test';
    const dataDir = join(directory, 'pg');
    const embedded = async (): ReturnType<typeof startPostgres> =>
      startPostgres({ dataDir, port: await freePort(), password, durable: false, maxConnections: 300 });
    const postgres = (await containers())
      ? await (await import('./containers.ts')).startPostgresContainer(password)
      : await embedded();
    const pooler =
      testPooler() === 'transaction'
        ? await startPgBouncer({
            dataDir: join(directory, 'pgbouncer'),
            port: await freePort(),
            postgresPort: postgres.port,
            users: testRoles(),
          })
        : undefined;
    tell('postgres.json', { ...postgres, poolerPort: pooler?.port });
    await untilTheEnd();
    await pooler?.stop();
    await postgres.stop();
  } catch (error) {
    tell('postgres.json', { error: error instanceof Error ? error.message : String(error) });
    process.exitCode = 1;
  }
} else {
  await untilTheEnd();
  for (const name of readdirSync(join(directory, 'children'))) {
    if (name.startsWith('container-')) {
      spawnSync('docker', ['rm', '-f', name.slice('container-'.length)]);
    } else {
      endChild(Number(name));
    }
  }
}
if (!isAlive(Number(parent))) {
  // Nobody is left to clean up; the other keeper may still be writing, and then the second attempt succeeds.
  await wait(300);
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
