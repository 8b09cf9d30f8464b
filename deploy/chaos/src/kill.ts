import { readFileSync } from 'node:fs';
import { eventually } from '../../harness/src/eventually.ts';
import { runFilePath } from '../../local/src/stack/run-file.ts';
import type { RunFile } from '../../local/src/stack/run-file.ts';

/** SIGKILL to a process of the stack by its name in the run file; gives the pid that was killed. The supervisor starts it again. */
export async function killProcess(dataDir: string, name: string): Promise<number> {
  return eventually(`${name} runs and could be killed`, async () => {
    const run = JSON.parse(readFileSync(runFilePath(dataDir), 'utf8')) as RunFile;
    const pid = run.processes[name]?.pid;
    if (pid === undefined) {
      return Promise.resolve(undefined);
    }
    try {
      process.kill(pid, 'SIGKILL');
      return pid;
    } catch {
      return undefined; // it is just being started again: its new pid is not in the file yet
    }
  });
}
