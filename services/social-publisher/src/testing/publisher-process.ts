import type { ChildProcess } from 'node:child_process';
import { HttpClient } from '@postloom/chassis';
import { eventually, spawnService } from '@postloom/testing';
import type { SpawnedService } from '@postloom/testing';
import { end } from './sandbox-process.ts';
import type { PublisherWorld } from './publisher-world.ts';

const main = new URL('../main.ts', import.meta.url).pathname;

/** A publisher as a process of its own, from the same sources, so that it can really be killed. */
export interface PublisherProcess {
  readonly child: ChildProcess;
  /** Everything it has written. */
  output(): string;
  /** One figure of its metrics, 0 when it is not there. */
  metric(name: string): Promise<number>;
  /** Resolves when it is gone, with the signal that ended it. */
  readonly gone: Promise<NodeJS.Signals | null>;
  stop(): Promise<void>;
}

export async function startPublisherProcess(
  world: PublisherWorld,
  env: Record<string, string> = {},
): Promise<PublisherProcess> {
  const { child, port, output } = await spawnPublisher(world, [], { POSTLOOM_FAULT_INJECTION: 'on', ...env });
  const gone = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  const http = new HttpClient({ allowPrivate: true });
  const get = (path: string) =>
    http.request({ url: `http://127.0.0.1:${port}${path}`, method: 'GET', timeoutMs: 2_000 });
  await eventually(
    'the publisher is ready',
    async () => {
      if (child.exitCode !== null || child.signalCode !== null) {
        return;
      } // died at a failpoint before it answered
      const answer = await get('/health/ready');
      if (answer.status !== 200) {
        throw new Error(`${answer.status} ${output().slice(-2_000)}`);
      }
    },
    { timeoutMs: 30_000 },
  );
  return {
    child,
    gone,
    output,
    metric: async (name) => {
      const line = (await get('/metrics'))
        .text()
        .split('\n')
        .find((one) => one.startsWith(`${name} `) || one.startsWith(`${name}{`));
      return line === undefined ? 0 : Number(line.split(' ').at(-1));
    },
    stop: async () => {
      http.close();
      await end(child, 'SIGKILL');
    },
  };
}

/** `node main.js <name>`, as an operator runs a command of the service. */
export async function runPublisherCommand(
  world: PublisherWorld,
  name: string,
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const { child, output } = await spawnPublisher(world, [name], env);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output: output() };
}

function spawnPublisher(
  { nats, database, env }: PublisherWorld,
  args: readonly string[],
  more: Record<string, string>,
): Promise<SpawnedService> {
  return spawnService({ ...{ name: 'publisher', main, nats, database, args }, env: { ...env, ...more } });
}
