import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { heldBy, isList, testsOf } from './held-by.ts';
import { isPartOf, isTextOf } from './text-in-code.ts';

/**
 * Each row of deploy/docs/specified-texts.md: the product has the text, the test that is said to hold it names it, and what the product has
 * otherwise was decided.
 */
const root = join(import.meta.dirname, '../../..');
const read = (file: string): string => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');
const page = read('deploy/docs/specified-texts.md');

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
        .map((cell) => cell.trim().replace(/^`([^`]*)`$/, '$1')),
    );
}

/** A source without its comments: what they say is on no screen and holds nothing. Lines are joined, as JSX does. */
const withoutComments = (source: string): string =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*/g, '')
    .replace(/\s+/g, ' ');
const code = (file: string): string => withoutComments(read(file));
/** A test without the names of tests: a name alone holds nothing. */
const testCode = (file: string): string =>
  code(file).replace(/(\b(?:describe|it|test)|\))\( ?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`), /g, '$1(');
const isTest = (file: string): boolean => /\.(int-)?spec\.tsx?$/.test(file) || file.includes('/testing/');

const texts = rowsUnder('Texts').map(([section = '', text = '', product = '', test = '']) => ({
  ...{ section, text, product, test },
}));
const constants = rowsUnder('Constants').map(
  ([section = '', what = '', literal = '', product = '', test = '', name = '']) => ({
    ...{ section, what, literal, product, test, name },
  }),
);
const ofTheWidget = rowsUnder('Constants of the upload widget').map(([, what = '', literal = '', file = '']) => ({
  ...{ what, literal, file },
}));
const deviations = rowsUnder('Deviations').map(([section = '', specified = '', instead = '', decision = '']) => ({
  ...{ section, specified, instead, decision },
}));

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

  it('has no text that the product has only inside of another one', () => {
    const missing = texts.filter(({ text, product }) => isTest(product) || !isTextOf(code(product), text, 'product'));
    expect(missing).toEqual([]);
  });

  it('has no text that its test does not name', () => {
    const whole = (text: string): string => text.replace(/[{}]/g, '');
    const unheld = texts.filter(({ text, test }) => !isTest(test) || !isTextOf(testCode(test), whole(text), 'test'));
    expect(unheld).toEqual([]);
  });

  it('has no constant without its place and its test', () => {
    const unheld = constants.filter(
      ({ literal, product, test, name }) =>
        !isPartOf(code(product), literal) || !isTest(test) || !testsOf(test).some((one) => one.includes(name)),
    );
    expect(unheld).toEqual([]);
  });

  it('has no constant of the upload widget that the installed version has otherwise', () => {
    expect(ofTheWidget.length).toBeGreaterThan(30);
    expect(ofTheWidget.filter(({ literal, file }) => !isPartOf(code(file), literal))).toEqual([]);
  });

  it('has no state or behavior without a test that there is', () => {
    const states = rowsUnder('States and behaviors').map(([section = '', what = '', tests = '']) => ({
      ...{ section, what, tests },
    }));
    expect(states.length).toBeGreaterThan(80);
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

describe('the table of deviations', () => {
  it('names for each what stands instead, where it does', () => {
    expect(deviations.length).toBeGreaterThan(30);
    const places = ({ instead }: { instead: string }) =>
      [...instead.matchAll(/`([^`]+)`(?: and `([^`]+)`)? in `([^`]+)`/g)].flatMap(([, one = '', other, file = '']) =>
        [one, ...(other === undefined ? [] : [other])].map((part) => ({ part, file })),
      );
    const unfounded = deviations.filter((row) => {
      const named = places(row);
      return named.length === 0 || named.some(({ part, file }) => isTest(file) || !isPartOf(code(file), part));
    });
    expect(unfounded).toEqual([]);
  });

  it('names for each who decided it: a section of the product decisions, the contract of the calls, or a record', () => {
    const isDecision = (cell: string): boolean => {
      const record = /^\[ADR (\d+)\]\((adr\/(\d{4})-[\w-]+\.md)\)$/.exec(cell);
      return record === null
        ? /^decisions\.md, [1-4]$/.test(cell) || /^api\.md, [A-Z]\w+$/.test(cell)
        : Number(record[1]) === Number(record[3]) && read(`deploy/docs/${record[2]}`) !== '';
    };
    expect(deviations.filter(({ decision }) => !isDecision(decision))).toEqual([]);
  });

  it('has no text that the client shows after all', () => {
    const client = globSync('web/src/**/*.{ts,tsx}', { cwd: root })
      .filter((file) => !isTest(file))
      .map(code)
      .join('\n');
    const shown = deviations.flatMap(({ specified }) =>
      [...specified.matchAll(/`([^`]+)`/g)]
        .map(([, text = '']) => text)
        .filter((text) => isTextOf(client, text, 'product')),
    );
    expect(shown).toEqual([]);
  });
});
