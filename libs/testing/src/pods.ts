import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import type { TestNats } from './servers/test-nats.ts';
import type { TestDatabase } from './servers/test-postgres.ts';
import type { TestService, TestServiceOptions } from './test-service.ts';

/** What the processes of a measurement share; their starter owns it. */
export interface PodServers {
  readonly nats: TestNats;
  readonly database: TestDatabase;
}

/** Processes of a service. */
export interface Pods {
  /** Ends them in order, as SIGTERM would. */
  close(): Promise<void>;
}

/** What `runPod` gives the service it starts: everything that is shared, for `testService`. */
export type PodOptions = Required<Pick<TestServiceOptions, 'nats' | 'database'>>;

type Message<N> = { readonly ready: true } | { readonly notes: readonly N[] };

const variable = 'POSTLOOM_TEST_POD';
const NOTES_EVERY_MS = 50;
const STOP_LIMIT_MS = 20_000;

/** True in a process that `startPods` has started: it has to call `runPod`. */
export const isPod = process.env[variable] !== undefined;

/**
 * Starts the running program `count` times more, as pods of one service: each has an event loop, connections and memory of its own,
 * which services within one process share. `onNote` gets what they note. Resolves when all of them are up.
 */
export async function startPods<N>(
  count: number,
  { nats, database }: PodServers,
  onNote: (note: N) => void = () => undefined,
  env: Readonly<Record<string, string>> = {},
): Promise<Pods> {
  const { name, url, workerUrl, ownerUrl, adminUrl } = database;
  const shared = JSON.stringify({ natsUrl: nats.url, database: { name, url, workerUrl, ownerUrl, adminUrl } });
  const children: ChildProcess[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(children.map(end));
  };
  try {
    await Promise.all(
      Array.from({ length: count }, () => {
        const child = fork(process.argv[1] ?? '', [], { env: { ...process.env, ...env, [variable]: shared } });
        children.push(child);
        return new Promise<void>((resolve, reject) => {
          child.on('message', (message: Message<N>) => {
            if ('ready' in message) {
              resolve();
            } else {
              message.notes.forEach(onNote);
            }
          });
          child.once('exit', (code) => reject(new Error(`a pod ended with ${code ?? 'a signal'}`)));
        });
      }),
    );
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

/** Runs a pod's service until its starter closes it or is gone. `note` tells the starter something, in batches. */
export async function runPod<N>(
  start: (options: PodOptions, note: (note: N) => void) => Promise<TestService>,
): Promise<void> {
  const { natsUrl, database } = JSON.parse(process.env[variable] ?? '{}') as {
    natsUrl: string;
    database: TestDatabase;
  };
  const isOver = new Promise<void>((resolve) => process.once('disconnect', resolve));
  let notes: N[] = [];
  const send = (message: Message<N>): void => void process.send?.(message);
  const flush = setInterval(() => {
    if (notes.length > 0 && process.connected) {
      send({ notes });
      notes = [];
    }
  }, NOTES_EVERY_MS);
  const connection = await connect({ servers: natsUrl });
  const nats = { url: natsUrl, passwords: undefined, connection: () => Promise.resolve(connection) } as TestNats;
  const service = await start({ nats, database }, (note) => void notes.push(note));
  send({ ready: true });
  await isOver;
  clearInterval(flush);
  await service.close();
  await connection.close();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.disconnect();
  const late = new AbortController();
  await Promise.race([
    ended,
    wait(STOP_LIMIT_MS, undefined, { signal: late.signal }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    ),
  ]);
  late.abort();
  await ended;
}
