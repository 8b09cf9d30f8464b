import { readFileSync } from 'node:fs';

/** Ids of all processes below this one, on Linux; none elsewhere. */
export function descendants(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
    return children.flatMap((child) => [child, ...descendants(child)]);
  } catch {
    return []; // ended meanwhile
  }
}
