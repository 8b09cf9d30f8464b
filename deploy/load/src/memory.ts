import { readFileSync } from 'node:fs';
import type { RunFile } from '../../local/src/stack/run-file.ts';
import { descendants } from './processes.ts';

/** Proportional set size in MB of every process of the stack and of its children; shared pages are counted once in all. */
export function memoryByProcess(stack: RunFile): Record<string, number> {
  const entries: [string, number][] = [['supervisor', pss(stack.pid)]];
  for (const [name, { pid }] of Object.entries(stack.processes)) {
    entries.push([name, [pid, ...descendants(pid)].reduce((sum, id) => sum + pss(id), 0)]);
  }
  return Object.fromEntries(entries);
}

function pss(pid: number): number {
  try {
    const match = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
    return Number(match?.[1] ?? 0) / 1024;
  } catch {
    return 0; // ended between listing and reading
  }
}
