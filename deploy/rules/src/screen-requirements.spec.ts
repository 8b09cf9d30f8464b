import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { heldBy, isList, testsOf } from './held-by.ts';

/** Each row of deploy/docs/screen-requirements.md: the tests that are said to hold it are in their files, under these names. */
const root = join(import.meta.dirname, '../../..');
const path = 'deploy/docs/screen-requirements.md';

const rows = readFileSync(join(root, path), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [number = '', , met = '', tests = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { number: Number(number), met, tests, held: heldBy(tests) };
  });

describe('the table of what every screen keeps to', () => {
  it('has each of the 25 once', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  });

  it('has no requirement without a test, and no word about one that is not read here', () => {
    const unheld = rows.filter(({ tests }) => !isList(tests));
    expect(unheld).toEqual([]);
  });

  it('names only tests that there are', () => {
    const named = rows.flatMap(({ number, held }) => held.map((one) => ({ number, ...one })));
    expect(named.filter(({ file, name }) => !testsOf(file).includes(name))).toEqual([]);
  });

  it('says of each that it is met, and links only decisions that there are', () => {
    expect(rows.filter(({ met }) => !/^yes\b/.test(met))).toEqual([]);
    const links = rows.flatMap(({ met }) => [...met.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link));
    expect(links.filter((link) => !existsSync(join(root, dirname(path), link)))).toEqual([]);
  });
});
