import { setTimeout as wait } from 'node:timers/promises';
import { readRunFile } from '../../harness/src/running-stack.ts';
import { isSameProcess } from '../../local/src/process/identity.ts';

export interface Killing {
  /** How many processes were killed. */
  stop(): Promise<number>;
}

/** Kills services of a stack in turn, each as soon as the one before has had its time. */
export function killing(dataDir: string, victims: readonly string[], everySeconds: number): Killing {
  const ended = new AbortController();
  let kills = 0;
  const done = (async () => {
    for (let turn = 0; !ended.signal.aborted; turn += 1) {
      const entry = readRunFile(dataDir).processes[victims[turn % victims.length] ?? ''];
      // Without an entry, or with one of a process that has just ended, it is being started again.
      if (entry !== undefined && isSameProcess(entry.pid, entry.start)) {
        process.kill(entry.pid, 'SIGKILL');
        kills += 1;
      }
      await wait(everySeconds * 1_000);
    }
  })();
  return {
    stop: async () => {
      ended.abort();
      await done;
      return kills;
    },
  };
}
