import { readFileSync } from 'node:fs';
import type { RunFile } from '../../local/src/stack/run-file.ts';
import { descendants } from './processes.ts';

/** The kernel's unit of times in /proc: clock ticks, 100 a second on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Processor seconds so far, by part of the stack; the copies of a service together, each with its children, ended ones too. */
export type ProcessorSeconds = ReadonlyMap<string, number>;

export function processorSeconds(stack: RunFile): ProcessorSeconds {
  const seconds = new Map<string, number>();
  for (const [name, { pid }] of Object.entries(stack.processes)) {
    const part = name.replace(/-\d+$/, '');
    seconds.set(part, (seconds.get(part) ?? 0) + secondsOf(pid));
  }
  return seconds;
}

/** A process with all its children. A running child's ended children count, and this process's. 0 where there is no /proc. */
export function secondsOf(pid: number): number {
  return [pid, ...descendants(pid)].reduce((sum, id) => sum + ticks(id), 0) / TICKS_PER_SECOND;
}

/** What was used between two readings, the busiest first. A part that was started again in between counts from its start. */
export function secondsBetween(before: ProcessorSeconds, after: ProcessorSeconds): Record<string, number> {
  return Object.fromEntries(
    [...after]
      .map(([part, seconds]) => {
        const earlier = before.get(part) ?? 0;
        return [part, Math.round((seconds < earlier ? seconds : seconds - earlier) * 100) / 100] as const;
      })
      .toSorted(([, a], [, b]) => b - a),
  );
}

/** user and system time of the process and of its children that have ended. */
function ticks(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
  } catch {
    return 0; // ended between listing and reading
  }
}
