import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isSameProcess, startOf } from '../process/identity.ts';

/**
 * Claims a checkout for one run of the checks: two would build into the same folders and use each other's data. The
 * claim of a process that has died counts for nothing.
 *
 * @param path the file that holds the claim
 * @returns the process that has the checkout, or undefined when it is ours now, until this process ends
 */
export function claimCheckout(path: string): number | undefined {
  mkdirSync(dirname(path), { recursive: true });
  const own = JSON.stringify({ pid: process.pid, start: startOf(process.pid) });
  for (;;) {
    try {
      writeFileSync(path, own, { flag: 'wx' });
      process.once('exit', () => rmSync(path, { force: true }));
      return undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw error;
      }
    }
    const holder = readHolder(path);
    if (holder !== undefined && isSameProcess(holder.pid, holder.start)) {
      return holder.pid;
    }
    rmSync(path, { force: true });
  }
}

function readHolder(path: string): { pid: number; start: string | undefined } | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as { pid: number; start: string | undefined };
  } catch {
    return undefined; // gone meanwhile, or half-written by a process that was killed
  }
}
