import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { ChildExit } from '../process/child.ts';
import { startServerChild } from '../process/server-child.ts';
import { findNatsServer } from './binary.ts';
import { natsConfig, type NatsConfigOptions, type NatsPasswords } from './config.ts';

export { findNatsServer, type NatsBinary } from './binary.ts';
export { natsUsers, type NatsPasswords, type NatsPermissions, type NatsUser } from './config.ts';

export interface NatsOptions {
  /** Configuration and JetStream store live here. */
  readonly dataDir: string;
  readonly port: number;
  /** Per-service users; left out, everybody may connect without a password and do everything (tests). */
  readonly passwords?: NatsPasswords;
  /** Other permissions than the generated ones, for tests with services of their own. */
  readonly permissions?: NatsConfigOptions['permissions'];
  readonly systemPassword: string;
  /** Disk for JetStream, as nats-server writes it (`256KB`); 4GB when absent. */
  readonly maxFileStore?: string | undefined;
  readonly onLine?: (line: string) => void;
}

export interface RunningNats {
  readonly pid: number;
  readonly url: string;
  readonly version: string;
  readonly exited: Promise<ChildExit>;
  stop(): Promise<void>;
}

const greets = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1000, () => end(false));
    socket.once('error', () => end(false));
    socket.once('data', (data) => end(data.toString('latin1').startsWith('INFO ')));
  });

/** Starts a real nats-server with JetStream on 127.0.0.1 and returns when it greets. */
export const startNats = async (options: NatsOptions): Promise<RunningNats> => {
  const binary = await findNatsServer(options.onLine);
  mkdirSync(options.dataDir, { recursive: true });
  const configFile = join(options.dataDir, 'nats.conf');
  const storeDir = join(options.dataDir, 'store');
  writeFileSync(configFile, natsConfig({ ...options, storeDir }), { mode: 0o600 });
  const child = await startServerChild({
    title: `nats-server ${binary.version} (${binary.path})`,
    command: binary.path,
    args: ['--config', configFile],
    // It shares the cores with eleven processes: a second thread spends more on waking it than it gains (a quarter of its CPU).
    env: { PATH: process.env['PATH'], GOMAXPROCS: '1' },
    onLine: options.onLine,
    answers: () => greets(options.port),
    withinMs: 20_000,
    giveUpSignal: 'SIGKILL',
  });
  return {
    pid: child.pid,
    url: `nats://127.0.0.1:${options.port}`,
    version: binary.version,
    exited: child.exited,
    stop: async () => {
      await child.stop('SIGTERM', 3000);
    },
  };
};
