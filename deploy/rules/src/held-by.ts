import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

type Held = { file: string; name: string };

/** The tests that a cell of a table names: `file` *name*. */
export const heldBy = (cell: string): readonly Held[] =>
  [...cell.matchAll(/`([^`]+)` \*([^*]+)\*/g)].map(([, file = '', name = '']) => ({ file, name }));

/** Whether a cell has tests, and no word about one that is not read here. */
export const isList = (cell: string): boolean =>
  cell !== '' &&
  heldBy(cell)
    .map(({ file, name }) => `\`${file}\` *${name}*`)
    .join('<br>') === cell;

/** The names of the tests of a file, without those that a comment speaks of or that are skipped. */
export function testsOf(file: string): readonly string[] {
  if (!/\.(int-)?spec\.tsx?$/.test(file) || !existsSync(join(root, file))) {
    return [];
  }
  const code = readFileSync(join(root, file), 'utf8')
    .replace(/^\s*\/\*[\s\S]*?\*\//gm, '')
    .replace(/^\s*\/\/.*/gm, '');
  // The name comes first in a call, or in the second one of `each`.
  const calls = code.matchAll(/(?:\b(?:it|test)|\))\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`)/g);
  return [...calls].map(([, single, double, template]) => single ?? double ?? template ?? '');
}
