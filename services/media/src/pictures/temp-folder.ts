import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { STAT, statOf } from './process-stat.ts';

/** Folders of this host: only here does a process id say anything. */
const prefix = `postloom-media-${hostname()}-`;
const own = `${prefix}${process.pid}-${startOf(process.pid)}-`;

/** Runs `work` with a folder of its own, which is gone afterwards. */
export async function withTempFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), own));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what killed processes of this host left behind; answers how many folders. Those of running processes stay. */
export async function removeLeftFolders(): Promise<number> {
  const left = (await readdir(tmpdir())).filter((name) => {
    const [pid, start] = name.startsWith(prefix) ? name.slice(prefix.length).split('-') : [];
    return pid !== undefined && /^\d+$/.test(pid) && startOf(Number(pid)) !== start;
  });
  await Promise.all(left.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })));
  return left.length;
}

/**
 * When a process started, so that a later one with the same id (in a container every main process has the same) is told apart;
 * 'running' where the system has no /proc, undefined when there is no such process.
 */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      return statOf(pid)[STAT.start];
    }
    process.kill(pid, 0);
    return 'running';
  } catch (error) {
    // EPERM: it runs, under another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'running' : undefined;
  }
}
