import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { keeperPid } from '../servers/keeper-process.ts';
import { runDirectory } from '../servers/run-directory.ts';
import endAnyway from './end-anyway.ts';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // ESRCH: no such process
  }
};

/** jest's globalTeardown: ends the run's servers and removes its directory. After a crash the keepers do the same by themselves. */
export default async function globalTeardown(): Promise<void> {
  for (const kind of ['children', 'postgres'] as const) {
    const pid = keeperPid(kind);
    if (pid === undefined || !isAlive(pid)) {
      continue;
    }
    process.kill(pid, 'SIGTERM');
    for (let i = 0; i < 200 && isAlive(pid); i += 1) {
      await wait(50);
    }
  }
  rmSync(runDirectory(), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  endAnyway();
}
