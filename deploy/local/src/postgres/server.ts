import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { runToEnd, type ChildExit } from '../process/child.ts';
import { startServerChild } from '../process/server-child.ts';
import { answersPostgres } from './answers.ts';
import { postgresBinaries } from './binaries.ts';
import { StartError } from '../settings.ts';
import { createDatabaseSql, databaseName, databaseSql, rolesSql, type AllRolePasswords } from './roles.ts';
import { giveToUnprivileged, unprivileged } from './unprivileged.ts';

export interface PostgresOptions {
  /** Made and initialised when it does not exist. */
  readonly dataDir: string;
  readonly port: number;
  /** Password of the superuser `postgres`; used when the data folder is made. */
  readonly password: string;
  /** `true`: survives a power cut (the product's promise). `false`: survives kill -9 only, for tests. */
  readonly durable: boolean;
  readonly maxConnections?: number;
  /** Counts and times every statement in the view pg_stat_statements of the database `postgres`; left out: no. */
  readonly statementTimes?: boolean;
  readonly onLine?: (line: string) => void;
}

export interface RunningPostgres {
  readonly pid: number;
  readonly port: number;
  /** Superuser, database `postgres`. */
  readonly adminUrl: string;
  readonly exited: Promise<ChildExit>;
  /** Fast shutdown: open transactions are rolled back. */
  stop(): Promise<void>;
}

const initialise = async (options: PostgresOptions, binaries: string): Promise<void> => {
  if (existsSync(join(options.dataDir, 'PG_VERSION'))) {
    return;
  }
  mkdirSync(dirname(options.dataDir), { recursive: true });
  // initdb leaves a half-made folder behind when it is killed; without PG_VERSION there is no data in it.
  rmSync(options.dataDir, { recursive: true, force: true });
  mkdirSync(options.dataDir, { mode: 0o700 });
  const how = unprivileged(join(binaries, 'initdb'), options.dataDir);
  const passwordFile = join(options.dataDir, '..', `.pw-${randomBytes(6).toString('hex')}`);
  writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
  giveToUnprivileged(passwordFile);
  try {
    const [command = '', ...args] = [
      ...how.prefix,
      join(binaries, 'initdb'),
      `--pgdata=${options.dataDir}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(options.durable ? [] : ['--no-sync']),
    ];
    await runToEnd({
      command,
      args,
      uid: how.uid,
      gid: how.gid,
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    });
  } catch (error) {
    rmSync(options.dataDir, { recursive: true, force: true });
    if (String(error).includes('could not look up effective user ID')) {
      throw new StartError(
        `Postgres needs a named user, but the user id ${process.getuid?.()} has no entry in /etc/passwd. Run as a user that has one (or as root), or set DATABASE_URL to a Postgres server.`,
      );
    }
    throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
};

/** Longest path of a Unix socket that Linux and macOS both take, in bytes. */
const MAX_SOCKET_PATH = 103;

/**
 * Folder of the server's Unix socket: a statement over it costs a fifth less than over loopback TCP, which stays open
 * for everything else. `undefined` where there are no Unix sockets or the path is too long for one.
 */
export const socketFolder = (dataDir: string, port: number): string | undefined => {
  const isShort = Buffer.byteLength(join(dataDir, `.s.PGSQL.${port}`)) <= MAX_SOCKET_PATH;
  return process.platform !== 'win32' && isShort ? dataDir : undefined;
};

/** Small on purpose: the whole product has to fit a laptop beside a browser. */
const settings = (options: PostgresOptions): Record<string, string> => ({
  port: String(options.port),
  listen_addresses: '127.0.0.1',
  unix_socket_directories: socketFolder(options.dataDir, options.port) ?? '',
  max_connections: String(options.maxConnections ?? 80),
  // Postgres's own default, as in docker-compose.yml; taken as data fills it. With 32 MB the words of a library of 100,000 photos did not fit.
  shared_buffers: '128MB',
  jit: 'off',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  wal_level: 'replica',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  io_method: 'sync',
  log_min_messages: 'warning',
  // Without DETAIL, which quotes the row that a constraint refused.
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  logging_collector: 'off',
  timezone: 'UTC',
  ...(options.statementTimes === true
    ? {
        shared_preload_libraries: 'pg_stat_statements',
        'pg_stat_statements.track_planning': 'on',
        'pg_stat_statements.save': 'off',
      }
    : {}),
  ...(options.durable
    ? { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
    : { fsync: 'off', synchronous_commit: 'on', full_page_writes: 'off' }),
});

/**
 * Starts the embedded Postgres on 127.0.0.1 and returns when it answers. As root it runs as `nobody`.
 * Rejects with Postgres' own last words when it does not come up.
 */
export const startPostgres = async (options: PostgresOptions): Promise<RunningPostgres> => {
  const binaries = postgresBinaries();
  await initialise(options, binaries);
  const how = unprivileged(join(binaries, 'initdb'), options.dataDir);
  const flags = Object.entries(settings(options)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = '', ...args] = [...how.prefix, join(binaries, 'postgres'), '-D', options.dataDir, ...flags];
  const login = { port: options.port, user: 'postgres', password: options.password, database: 'postgres' };
  const child = await startServerChild({
    title: `Postgres (data in ${options.dataDir})`,
    command,
    args,
    uid: how.uid,
    gid: how.gid,
    cwd: options.dataDir,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    onLine: options.onLine,
    answers: () => answersPostgres(login),
    withinMs: 30_000,
    giveUpSignal: 'SIGQUIT',
  });
  const adminUrl = `postgres://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${options.port}/postgres`;
  return {
    pid: child.pid,
    port: options.port,
    adminUrl,
    exited: child.exited,
    stop: async () => {
      await child.stop('SIGINT', 8000);
    },
  };
};

/**
 * Creates roles, database, schemas and grants. Repeating it is harmless. `adminUrl` is any database of a superuser.
 */
export const provision = async (
  adminUrl: string,
  passwords: AllRolePasswords,
  database = databaseName,
): Promise<void> => {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    for (const sql of rolesSql(passwords)) {
      await admin.query(sql);
    }
    const found = await admin.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (found.rowCount === 0) {
      await admin.query(createDatabaseSql(database));
    }
  } finally {
    await admin.end();
  }
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  const inside = new pg.Client({ connectionString: url.href });
  await inside.connect();
  try {
    for (const sql of databaseSql(database)) {
      await inside.query(sql);
    }
  } finally {
    await inside.end();
  }
};

/** Process id in a left-over `postmaster.pid`, if there is one. */
export const recordedPostmaster = (dataDir: string): number | undefined => {
  const path = join(dataDir, 'postmaster.pid');
  if (!existsSync(path)) {
    return undefined;
  }
  const pid = Number(readFileSync(path, 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
};
