import { readFileSync } from 'node:fs';

/** The number of a field behind the name of the program, from 0; `man 5 proc` counts from 3. */
export const STAT = { state: 0, userTicks: 11, systemTicks: 12, start: 19 } as const;

/**
 * What the kernel says of a process, or of one of its threads, behind the name of its program, which may contain anything.
 * @throws where there is no such process or no /proc
 */
export function statOf(process: number | string | undefined): string[] {
  const stat = readFileSync(`/proc/${process}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
