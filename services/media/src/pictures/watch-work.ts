import { readdirSync } from 'node:fs';
import { STAT, statOf } from './process-stat.ts';

/** The kernel's unit of times in /proc: clock ticks, 100 a second on every Linux that Node runs on. */
const MS_PER_TICK = 10;
/** Longest that work may take by the clock, as a multiple of the processor time that it may take. */
const MOST_TIMES = 6;
/** How soon a process is looked at again that is still waiting for its processor time. */
const AGAIN_MS = 1_000;

/** What a process has had of processors, and whether it could use one now. */
export interface Work {
  readonly processorMs: number;
  readonly isRunnable: boolean;
}

/**
 * Calls `tooLong` once a process has worked for `withinMs` from now on, or hangs at that time. On a machine that is busy with something else
 * it may take longer by the clock, because it lets everything else go first; six times as long at most.
 * @returns ends the watch
 */
export function watchWork(pid: number | undefined, withinMs: number, tooLong: () => void): () => void {
  const before = workOf(pid);
  const startedMs = performance.now();
  const look = (): void => {
    const now = workOf(pid);
    const elapsedMs = performance.now() - startedMs;
    if (now && before && mayGoOn({ ...now, processorMs: now.processorMs - before.processorMs }, elapsedMs, withinMs)) {
      timer = setTimeout(look, Math.min(AGAIN_MS, withinMs));
    } else {
      tooLong();
    }
  };
  let timer = setTimeout(look, withinMs);
  return () => clearTimeout(timer);
}

/** False: it has had the time that it may take, or hangs although nothing keeps it from working. */
export function mayGoOn({ processorMs, isRunnable }: Work, elapsedMs: number, withinMs: number): boolean {
  return isRunnable && processorMs < withinMs && elapsedMs < withinMs * MOST_TIMES;
}

/** Null: the process is gone, or the system does not say. */
export function workOf(pid: number | undefined): Work | null {
  try {
    const whole = statOf(pid);
    return {
      processorMs: (Number(whole[STAT.userTicks]) + Number(whole[STAT.systemTicks])) * MS_PER_TICK,
      isRunnable: readdirSync(`/proc/${pid}/task`).some(
        (thread) => statOf(`${pid}/task/${thread}`)[STAT.state] === 'R',
      ),
    };
  } catch {
    return null;
  }
}
