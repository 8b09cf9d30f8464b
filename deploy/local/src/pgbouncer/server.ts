import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answersPostgres } from '../postgres/answers.ts';
import { giveToUnprivileged } from '../postgres/unprivileged.ts';
import type { ChildExit } from '../process/child.ts';
import { startServerChild } from '../process/server-child.ts';
import { findPgBouncer } from './binary.ts';

export { findPgBouncer, type PgBouncerBinary } from './binary.ts';

export interface PgBouncerOptions {
  /** For its two files. */
  readonly dataDir: string;
  readonly port: number;
  /** Port of the Postgres on 127.0.0.1 that it stands before, for all of its databases. */
  readonly postgresPort: number;
  /** Who may log in, with passwords in clear: it logs in to Postgres as the same role. */
  readonly users: Readonly<Record<string, string>>;
}

export interface RunningPgBouncer {
  readonly pid: number;
  readonly port: number;
  readonly exited: Promise<ChildExit>;
  stop(): Promise<void>;
}

const ADMIN = 'pgbouncer_admin';

/** The strictest manner that services must live with: one transaction per connection, and no statement kept between two. */
const configuration = (options: PgBouncerOptions, usersFile: string, version: string): string => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const keepsStatements = major > 1 || minor >= 21;
  return [
    '[databases]',
    `* = host=127.0.0.1 port=${options.postgresPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${options.port}`,
    'unix_socket_dir =',
    'pool_mode = transaction',
    'auth_type = scram-sha-256',
    `auth_file = ${usersFile}`,
    `admin_users = ${ADMIN}`,
    'default_pool_size = 20',
    'max_client_conn = 1000',
    'server_idle_timeout = 10',
    'log_connections = 0',
    'log_disconnections = 0',
    ...(keepsStatements ? ['max_prepared_statements = 0'] : []),
    ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
    '',
  ].join('\n');
};

/** Starts a PgBouncer in transaction mode on 127.0.0.1 and returns when it answers. As root it runs as `nobody`. */
export const startPgBouncer = async (options: PgBouncerOptions): Promise<RunningPgBouncer> => {
  const binary = await findPgBouncer();
  mkdirSync(options.dataDir, { recursive: true });
  giveToUnprivileged(options.dataDir);
  const usersFile = join(options.dataDir, 'users.txt');
  const configFile = join(options.dataDir, 'pgbouncer.ini');
  const users = { ...options.users, [ADMIN]: ADMIN };
  const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const lines = Object.entries(users).map(([name, password]) => `${quote(name)} ${quote(password)}`);
  writeFileSync(usersFile, `${lines.join('\n')}\n`, { mode: 0o600 });
  writeFileSync(configFile, configuration(options, usersFile, binary.version), { mode: 0o600 });
  giveToUnprivileged(usersFile);
  giveToUnprivileged(configFile);
  const child = await startServerChild({
    title: `PgBouncer ${binary.version} (${binary.path})`,
    command: binary.path,
    args: [configFile],
    cwd: '/',
    env: { PATH: process.env['PATH'], ...binary.env },
    answers: () => answersPostgres({ port: options.port, user: ADMIN, password: ADMIN, database: 'pgbouncer' }),
    withinMs: 20_000,
    giveUpSignal: 'SIGKILL',
  });
  return {
    pid: child.pid,
    port: options.port,
    exited: child.exited,
    stop: async () => {
      await child.stop('SIGINT', 3000);
    },
  };
};
