import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startNats } from '@postloom/local/nats';
import type { NatsPasswords, NatsPermissions, NatsUser } from '@postloom/local/nats';
import { freePort } from '@postloom/local/ports';
import { connect } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { ensureKeeper } from './keeper-process.ts';
import { forgetChild, recordChild, runDirectory } from './run-directory.ts';

/** A test file's own nats-server, with JetStream, on a port that stays the same over restarts. */
export interface TestNats {
  readonly url: string;
  readonly port: number;
  /** Version of the server program, `2.9.10`. */
  readonly version: string;
  /** Given when the server knows the users of production. */
  readonly passwords: NatsPasswords | undefined;
  /** The test's own connection, made at first use; it reconnects after a restart. Where there are users, it is the gateway's. */
  connection(): Promise<NatsConnection>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
  /** `kill -9`. The store stays. */
  kill(): Promise<void>;
  /** Starts it again after `kill` or `wipe`; restarts it when it runs. */
  restart(): Promise<void>;
  /** Ends it and deletes the JetStream store, as in the worst power cut. `restart` brings up an empty server. */
  wipe(): Promise<void>;
  /** Restarts it with this much disk for JetStream, as an operator who adds disk would: `256MB`. */
  grow(maxFileStore: string): Promise<void>;
  /** Has the running server read its configuration again, as an operator who has changed it would. */
  reload(edit: (config: string) => string): void;
}

interface TestNatsOptions {
  /** The users have the rights they have in production; without, everybody may do everything. */
  readonly passwords?: NatsPasswords;
  /** Replaces the permissions of production, for services that exist only in a test. */
  readonly permissions?: Readonly<Partial<Record<NatsUser, NatsPermissions>>>;
  /** Disk for JetStream, as nats-server writes it: `64KB`. */
  readonly maxFileStore?: string;
}

export async function testNats(options: TestNatsOptions = {}): Promise<TestNats> {
  ensureKeeper('children');
  const dataDir = mkdtempSync(join(runDirectory(), 'nats-'));
  const port = await freePort();
  let { maxFileStore } = options;
  let running: Server | undefined;
  let own: Promise<NatsConnection> | undefined;

  const start = async (): Promise<Server> => {
    const server = await startServer({ ...options, dataDir, port, maxFileStore });
    recordChild(server.record);
    running = server;
    return server;
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    const server = running;
    if (server === undefined) {
      return;
    }
    running = undefined;
    await server.end(signal);
    forgetChild(server.record);
  };

  const restart = async (): Promise<void> => {
    await end('SIGTERM');
    await start();
  };

  const first = await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    version: first.version,
    passwords: options.passwords,
    connection: () => {
      own ??= connect({
        servers: `nats://127.0.0.1:${port}`,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 100,
        ignoreAuthErrorAbort: true,
        ...(options.passwords === undefined
          ? {}
          : { user: 'gateway', pass: options.passwords.gateway, inboxPrefix: '_INBOX.gateway' }),
      });
      return own;
    },
    stop: async () => {
      await (await own)?.close();
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
    kill: () => end('SIGKILL'),
    restart,
    wipe: async () => {
      await end('SIGKILL');
      rmSync(join(dataDir, 'store'), { recursive: true, force: true });
    },
    grow: async (more) => {
      maxFileStore = more;
      await restart();
    },
    reload: (edit) => {
      const path = join(dataDir, 'nats.conf');
      writeFileSync(path, edit(readFileSync(path, 'utf8')));
      running?.reload();
    },
  };
}

interface Server {
  readonly version: string;
  /** What the run's keeper must end if we cannot: a pid or a container. */
  readonly record: number | string;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  reload(): void;
}

interface ServerOptions extends TestNatsOptions {
  readonly dataDir: string;
  readonly port: number;
}

/** A container does not get our users and limits; tests of these use the embedded server. */
async function startServer({ dataDir, port, passwords, permissions, maxFileStore }: ServerOptions): Promise<Server> {
  if (process.env['TESTCONTAINERS'] === 'on' && passwords === undefined && maxFileStore === undefined) {
    const { startNatsContainer, useContainers } = await import('./containers.ts');
    if (await useContainers('nats')) {
      const container = await startNatsContainer(port, join(dataDir, 'store'));
      const record = `container-${container.id}`;
      const reload = (): never => {
        throw new Error('A container has no configuration of ours.');
      };
      return { version: container.version, record, end: (signal) => container.stop(signal === 'SIGTERM'), reload };
    }
  }
  const server = await startNats({ dataDir, port, systemPassword: 'test', passwords, permissions, maxFileStore });
  return {
    version: server.version,
    record: server.pid,
    end: async (signal) => {
      if (signal === 'SIGTERM') {
        return server.stop();
      }
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
    },
    reload: () => process.kill(server.pid, 'SIGHUP'),
  };
}
