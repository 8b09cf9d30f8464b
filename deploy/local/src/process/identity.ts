import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * When a process started, as a word that differs between two processes that had the same id. Undefined when no such
 * process runs. Without it a recycled id could get somebody else's program killed.
 */
export const startOf = (pid: number): string | undefined => {
  if (existsSync('/proc/self/stat')) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? undefined : fields[19];
    } catch {
      return undefined;
    }
  }
  try {
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim() || undefined
    );
  } catch {
    return undefined;
  }
};

/** True while the very process that was recorded still runs. */
export const isSameProcess = (pid: number, start: string | undefined): boolean =>
  start !== undefined && startOf(pid) === start;
