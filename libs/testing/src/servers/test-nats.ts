import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startNats } from '@postloom/local/nats';
import type { NatsPasswords, RunningNats } from '@postloom/local/nats';
import { freePort } from '@postloom/local/ports';
import { connect } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { ensureKeeper } from './keeper-process.ts';
import { forgetChild, recordChild, runDirectory } from './run-directory.ts';

/** A nats-server of a test file's own, with JetStream, on a port that stays the same over restarts. */
export interface TestNats {
  readonly url: string;
  readonly port: number;
  /** Version of the server program, `2.9.10`. */
  readonly version: string;
  /** The test's own connection, made at first use; it reconnects after a restart. */
  connection(): Promise<NatsConnection>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
  /** `kill -9`. The store stays. */
  kill(): Promise<void>;
  /** Starts it again after `kill` or `wipe`; restarts it when it runs. */
  restart(): Promise<void>;
  /** Ends it and deletes the JetStream store: the worst power cut. `restart` brings up an empty server. */
  wipe(): Promise<void>;
}

/** Without `passwords` everybody may do everything; with them the users have the rights they have in production. */
export async function testNats(options: { readonly passwords?: NatsPasswords } = {}): Promise<TestNats> {
  ensureKeeper('children');
  const dataDir = mkdtempSync(join(runDirectory(), 'nats-'));
  const port = await freePort();
  let running: RunningNats | undefined;
  let own: Promise<NatsConnection> | undefined;

  const start = async (): Promise<RunningNats> => {
    const server = await startNats({ dataDir, port, systemPassword: 'test', ...options });
    recordChild(server.pid);
    running = server;
    return server;
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    const server = running;
    if (server === undefined) return;
    running = undefined;
    if (signal === 'SIGKILL') {
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
    } else {
      await server.stop();
    }
    forgetChild(server.pid);
  };

  const first = await start();
  return {
    url: first.url,
    port,
    version: first.version,
    connection: () => {
      own ??= connect({ servers: first.url, maxReconnectAttempts: -1, reconnectTimeWait: 100, ignoreAuthErrorAbort: true });
      return own;
    },
    stop: async () => {
      await (await own)?.close();
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGTERM');
      await start();
    },
    wipe: async () => {
      await end('SIGKILL');
      rmSync(join(dataDir, 'store'), { recursive: true, force: true });
    },
  };
}
