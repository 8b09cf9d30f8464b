import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFilePath } from '../../local/src/stack/run-file.ts';
import type { RunFile } from '../../local/src/stack/run-file.ts';
import { eventually } from './eventually.ts';

/** What the stack on that data folder says of its processes right now. */
export function readRunFile(dataDir: string): RunFile {
  return JSON.parse(readFileSync(runFilePath(dataDir), 'utf8')) as RunFile;
}

/** The stack that `npm start` runs, found through its run file. @throws Error that says what to do when there is none. */
export function runningStack(): RunFile {
  const dataDir = process.env['POSTLOOM_DATA_DIR'] ?? join(import.meta.dirname, '../../../.data');
  const path = runFilePath(dataDir);
  if (!existsSync(path)) {
    throw new Error(
      `No stack runs on ${path}. Start one with: npm start (and set POSTLOOM_DATA_DIR for another data folder)`,
    );
  }
  return readRunFile(dataDir);
}

/** Ends a process and waits until the supervisor has started it again and it is ready. */
export async function restart(dataDir: string, name: string, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const entry = readRunFile(dataDir).processes[name];
  if (entry === undefined) {
    throw new Error(`No process is called ${name}.`);
  }
  process.kill(entry.pid, signal);
  await eventually(
    `${name} is ready again`,
    async () => {
      const now = readRunFile(dataDir).processes[name];
      if (now === undefined || now.pid === entry.pid) {
        return false;
      }
      const answer = await fetch(`${now.internalUrl ?? now.url}/health/ready`).catch(() => null); // nobody is there yet
      await answer?.body?.cancel();
      return answer?.ok === true;
    },
    60_000,
    100,
  );
}
