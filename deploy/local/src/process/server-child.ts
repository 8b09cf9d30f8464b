import { setTimeout as wait } from 'node:timers/promises';
import { startChild, type ChildOptions, type RunningChild } from './child.ts';

export interface ServerChildOptions extends ChildOptions {
  /** What did not start, for the error: 'nats-server 2.9.10 (/usr/bin/nats-server)'. */
  readonly title: string;
  /** Whether it serves by now; must not throw. */
  readonly answers: () => Promise<boolean>;
  /** It is given up after this many milliseconds… */
  readonly withinMs: number;
  /** …and ended with this signal. */
  readonly giveUpSignal: NodeJS.Signals;
}

const LAST_LINES = 8;

/** Starts a server and returns when it answers. Rejects with its last words when it ends first, or does not answer in time. */
export const startServerChild = async (options: ServerChildOptions): Promise<RunningChild> => {
  const lastLines: string[] = [];
  const child = await startChild({
    ...options,
    onLine: (line, stream) => {
      lastLines.push(line);
      if (lastLines.length > LAST_LINES) {
        lastLines.shift();
      }
      options.onLine?.(line, stream);
    },
  });
  const dead = { now: false };
  void child.exited.then(() => {
    dead.now = true;
  });
  const deadline = performance.now() + options.withinMs;
  while (!(await options.answers())) {
    if (dead.now || performance.now() > deadline) {
      await child.stop(options.giveUpSignal, 2000);
      throw new Error(`${options.title} did not start: ${lastLines.join(' | ')}`);
    }
    await wait(25);
  }
  return child;
};
