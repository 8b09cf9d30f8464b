import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { heldBy, isList, testsOf } from './held-by.ts';

/** Each row of deploy/docs/specified-texts.md: the product has the text, and the test that is said to hold it names it. */
const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'deploy/docs/specified-texts.md'), 'utf8');

/** The rows of the table under a heading, cell by cell. */
function rowsUnder(heading: string): string[][] {
  const [, after = ''] = page.split(`\n## ${heading}\n`);
  const [table = ''] = after.split('\n## ');
  return table
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|---'))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
    );
}

/** A source without its comments: what they say is on no screen and holds nothing. Lines are joined, as JSX does. */
const code = (file: string): string =>
  existsSync(join(root, file))
    ? readFileSync(join(root, file), 'utf8')
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/(^|\s)\/\/.*/g, '')
        .replace(/\s+/g, ' ')
    : '';
const isTest = (file: string): boolean => /\.(int-)?spec\.tsx?$/.test(file) || file.includes('/testing/');

const texts = rowsUnder('Texts').map(([section = '', text = '', product = '', test = '']) => ({
  ...{ section, text, product, test },
}));
const constants = rowsUnder('Constants').map(
  ([section = '', what = '', literal = '', product = '', test = '', name = '']) => ({
    ...{ section, what, literal, product, test, name },
  }),
);

describe('the table of specified texts', () => {
  it('speaks of every part of the specification that fixes them', () => {
    const parts = new Set(
      [...texts, ...constants].map(({ section }) => section.replace(/^(?:[\d, ]|api |decisions )+/, '')),
    );
    expect([...parts].sort()).toEqual([
      ...[
        'AI provider picker',
        'Analytics',
        'App shell',
        'Automation',
        'Business Settings',
        'Calendar',
        'Caption generator',
        'Composer',
        'Create Business',
        'Dashboard',
        'Data',
        'Data Deletion',
      ],
      ...['Industries', 'Landing', 'Legal pages', 'Media'],
      ...['Not found', 'Notifications', 'Plan chooser', 'Plans', 'Settings', 'Sign-in', 'Social accounts', 'Toasts'],
      ...['Tones', 'Usage warnings', 'User menu'],
    ]);
  });

  it('has no text of which the product lacks a part', () => {
    const missing = texts.filter(({ text, product }) => {
      const source = isTest(product) ? '' : code(product);
      return source === '' || text.split(/\{[^}]*\}/).some((part) => !source.includes(part));
    });
    expect(missing).toEqual([]);
  });

  it('has no text that its test does not name', () => {
    const unheld = texts.filter(({ text, test }) => !isTest(test) || !code(test).includes(text.replace(/[{}]/g, '')));
    expect(unheld).toEqual([]);
  });

  it('has no constant without its place and its test', () => {
    const unheld = constants.filter(
      ({ literal, product, test, name }) =>
        !code(product).includes(literal) || !isTest(test) || !code(test).includes(name),
    );
    expect(unheld).toEqual([]);
  });

  it('has no state or behavior without a test that there is', () => {
    const states = rowsUnder('States and behaviors').map(([section = '', what = '', tests = '']) => ({
      ...{ section, what, tests },
    }));
    expect(states.length).toBeGreaterThan(30);
    expect(states.filter(({ tests }) => !isList(tests))).toEqual([]);
    const named = states.flatMap(({ what, tests }) => heldBy(tests).map((one) => ({ what, ...one })));
    expect(named.filter(({ file, name }) => !testsOf(file).includes(name))).toEqual([]);
  });

  it('has only data files of tests that a test reads', () => {
    const data = [...new Set(texts.map(({ test }) => test).filter((test) => test.includes('/testing/')))];
    expect(data).toEqual(['web/src/app/testing/spec-texts.ts']);
    expect(code('web/src/app/spec-texts.spec.tsx')).toContain("from './testing/spec-texts.ts'");
  });
});
