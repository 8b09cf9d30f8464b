import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readBrowserReport, readUnitReport } from './reports.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postloom-reports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function written(report: unknown): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return path;
}

const unit = (counts: object, testResults: readonly object[] = []): string =>
  written({
    ...{ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 },
    ...counts,
    testResults,
  });

describe('the report of Jest or Vitest', () => {
  it('with passed tests alone is a pass', () => {
    const files = [{ name: 'a.spec.ts', status: 'passed', message: '', assertionResults: [{ fullName: 'works' }] }];
    expect(readUnitReport(unit({ numPassedTests: 3 }, files), 'output')).toEqual({ passed: 3, failed: 0 });
  });

  it('that was not written, or in which nothing ran, is no pass', () => {
    expect(readUnitReport(join(folder, 'none.json'), 'out of memory')).toEqual({
      ...{ passed: 0, failed: 0, detail: 'The tests gave no report:\nout of memory' },
    });
    expect(readUnitReport(unit({}), 'output')).toEqual({ passed: 0, failed: 0, detail: 'No test ran.' });
  });

  it('counts a file that did not load, and says what Jest says of it', () => {
    const files = [{ name: 'a.spec.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] }];
    expect(readUnitReport(unit({ numPassedTests: 5 }, files), 'output')).toEqual({
      ...{ passed: 5, failed: 1, detail: 'a.spec.ts\nCannot find module' },
    });
  });

  it('has from Vitest, which says nothing of a file, what its failed tests say, cut off behind their first lines', () => {
    const page = Array.from({ length: 40 }, (_, line) => `<li>${line}</li>`);
    const assertionResults = [
      { fullName: 'shows a list', failureMessages: [['Error: no button', ...page].join('\n')] },
      { fullName: 'shows nothing', failureMessages: [] },
    ];
    const files = [
      { name: 'a.spec.tsx', status: 'failed', message: '', assertionResults },
      { name: 'b.spec.tsx', status: 'passed', message: '', assertionResults: [{ fullName: 'works' }] },
    ];
    const { passed, failed, detail } = readUnitReport(unit({ numPassedTests: 1, numFailedTests: 1 }, files), 'output');
    expect([passed, failed]).toEqual([1, 1]);
    expect(detail?.split('\n')).toEqual(['a.spec.tsx', '  ● shows a list', 'Error: no button', ...page.slice(0, 11)]);
  });

  it.each([['numPendingTests'], ['numTodoTests']])('counts tests that did not run as failed: %s', (kind) => {
    expect(readUnitReport(unit({ numPassedTests: 4, [kind]: 2 }), 'output')).toEqual({
      ...{ passed: 4, failed: 2, detail: '2 tests are skipped; a test that does not run proves nothing.' },
    });
  });
});

describe('the report of Playwright', () => {
  const browser = (stats: object, errors: readonly object[] = []): string =>
    written({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors });

  it('with expected outcomes alone is a pass', () => {
    expect(readBrowserReport(browser({ expected: 7 }), 'output')).toEqual({ passed: 7, failed: 0 });
  });

  it.each([['unexpected'], ['flaky'], ['skipped']])('counts others as failed: %s', (kind) => {
    expect(readBrowserReport(browser({ expected: 7, [kind]: 1 }), 'output')).toMatchObject({ passed: 7, failed: 1 });
  });

  it('counts what went wrong around the tests', () => {
    expect(readBrowserReport(browser({ expected: 7 }, [{ message: 'No browser' }]), 'output')).toEqual({
      ...{ passed: 7, failed: 1, detail: 'No browser\noutput' },
    });
  });
});
