import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';

interface Report {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const fixtures = join(import.meta.dirname, 'fixtures');

function runJest(...args: readonly string[]): Report {
  const folder = mkdtempSync(join(tmpdir(), 'postloom-runner-'));
  const file = join(folder, 'report.json');
  spawnSync(
    process.execPath,
    [jest, '--config', join(fixtures, 'jest.config.mjs'), '--json', `--outputFile=${file}`, ...args],
    { stdio: 'ignore' },
  );
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  rmSync(folder, { recursive: true });
  return report;
}

let report: Report;
beforeAll(() => {
  report = runJest('--maxWorkers=2');
});

const fileOf = (name: string, of = report): Report['testResults'][number] => {
  const found = of.testResults.find((one) => basename(one.name) === `${name}.fixture.ts`);
  if (found === undefined) {
    throw new Error(`${name} is not in the report`);
  }
  return found;
};
const testsOf = (name: string, of = report): string[] =>
  fileOf(name, of).assertionResults.map((test) => `${test.status}: ${test.fullName}`);

describe('the runner of the tests', () => {
  it('reports what passed and what failed', () => {
    expect(report.success).toBe(false);
    expect(report.testResults).toHaveLength(6);
    expect(testsOf('fails')).toEqual([
      'passed: passes',
      'failed: expects something else',
      'failed: never ends',
      'passed: is odd: 1',
      'failed: is odd: 2',
      'failed: whose preparation fails does not run',
    ]);
  });

  it.each([
    ['leaks', 'nobody has caught this'],
    ['broken', 'this file does not load'],
    ['gone', 'child process exceptions'],
  ])('a file fails that %s', (name, why) => {
    expect(fileOf(name)).toMatchObject({ status: 'failed', message: expect.stringContaining(why) as unknown });
  });

  it('files of one worker share their modules, and not their time limit', () => {
    const inOne = runJest('--maxWorkers=1', '--testPathPatterns=patient|hasty');
    expect([...testsOf('patient', inOne), ...testsOf('hasty', inOne)].sort()).toEqual([
      'failed: never ends',
      'passed: is number 1',
      'passed: is number 2',
    ]);
  });

  it('runs the tests of a name alone', () => {
    const some = runJest('--testPathPatterns=fails', '--testNamePattern=is odd: 1');
    expect(some.success).toBe(true);
    expect(testsOf('fails', some).filter((test) => test.startsWith('passed'))).toEqual(['passed: is odd: 1']);
  });
});
