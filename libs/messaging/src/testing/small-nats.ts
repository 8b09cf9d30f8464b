import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectNats } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { findNatsServer, natsConfig } from '@postloom/local/nats';
import { eventually, freePort } from '@postloom/testing';
import type { TestNats } from '@postloom/testing';

/** A broker with as much disk for JetStream as the test says: `grow` is the operator who adds some. */
export interface SmallNats extends TestNats {
  grow(limit: string): Promise<void>;
}

/** `limit` as nats-server writes it: `256KB`. */
export async function smallNats(limit: string): Promise<SmallNats> {
  const { path, version } = await findNatsServer();
  const dataDir = mkdtempSync(join(tmpdir(), 'postloom-small-nats-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  let own: Promise<NatsConnection> | undefined;
  let size = limit;

  const start = async (): Promise<void> => {
    const config = natsConfig({ port, storeDir: join(dataDir, 'store'), systemPassword: 'test' });
    const file = join(dataDir, 'nats.conf');
    writeFileSync(file, config.replace('max_file_store: 4GB', `max_file_store: ${size}`));
    child = spawn(path, ['--config', file], { stdio: 'ignore' });
    await eventually('the broker listens', async () => {
      const socket = connect({ host: '127.0.0.1', port });
      await once(socket, 'connect').finally(() => socket.destroy());
    });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    running.kill(signal);
    await once(running, 'exit');
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    version,
    passwords: undefined,
    connection: () =>
      (own ??= connectNats({ servers: `nats://127.0.0.1:${port}`, maxReconnectAttempts: -1, reconnectTimeWait: 100 })),
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
    grow: async (more) => {
      size = more;
      await end('SIGTERM');
      await start();
    },
  };
}
