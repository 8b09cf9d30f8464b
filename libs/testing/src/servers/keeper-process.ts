import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runDirectory, runParent } from './run-directory.ts';

export type KeeperKind = 'postgres' | 'children';

/** Starts the run's keeper unless another worker of the run already has; `mkdir` is the lock between workers. */
export function ensureKeeper(kind: KeeperKind): void {
  const directory = runDirectory();
  try {
    mkdirSync(join(directory, `keeper-${kind}`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return;
    }
    throw error;
  }
  const log = openSync(join(directory, `keeper-${kind}`, 'log'), 'a');
  const keeper = fileURLToPath(new URL('./keeper.ts', import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', keeper, directory, String(runParent()), kind], {
    detached: true, // Ctrl-C in the terminal must not reach it before the tests have ended
    stdio: ['ignore', log, log],
  });
  child.unref();
  writeFileSync(join(directory, `keeper-${kind}`, 'pid'), String(child.pid));
}

/** The keeper's pid, when this run has one. */
export function keeperPid(kind: KeeperKind): number | undefined {
  const file = join(runDirectory(), `keeper-${kind}`, 'pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
}
