import { existsSync, readFileSync } from 'node:fs';
import type { StepResult } from './step.ts';

const readReport = (path: string): unknown => {
  if (!existsSync(path)) {
    return undefined;
  }
  return JSON.parse(readFileSync(path, 'utf8')) as unknown;
};

interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numRuntimeErrorTestSuites?: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly message?: string;
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly failureMessages?: readonly string[] }[];
  }[];
}

/** Vitest's report has no message for a file, only those of its tests; a page's whole DOM is cut off behind its first lines. */
const ofTests = (results: JestReport['testResults'][number]['assertionResults']): string =>
  results
    .flatMap(({ fullName, failureMessages = [] }) => failureMessages.map((message) => [fullName, message] as const))
    .map(([name, message]) => `  ● ${name}\n${message.split('\n').slice(0, 12).join('\n')}`)
    .join('\n');

/** Counts of Jest's or Vitest's JSON report (the same shape). Skipped tests and files that did not load are failures. */
export const readUnitReport = (path: string, output: string): StepResult => {
  const report = readReport(path) as JestReport | undefined;
  if (report === undefined) {
    return { passed: 0, failed: 0, detail: `The tests gave no report:\n${output}` };
  }
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const skipped = report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + broken.length + skipped;
  if (failed === 0 && report.numPassedTests > 0) {
    return { passed: report.numPassedTests, failed: 0 };
  }
  const messages = report.testResults
    .filter((file) => file.status === 'failed')
    .map((file) => `${file.name}\n${file.message || ofTests(file.assertionResults)}`);
  if (skipped > 0) {
    messages.push(`${skipped} tests are skipped; a test that does not run proves nothing.`);
  }
  return { passed: report.numPassedTests, failed, detail: messages.join('\n') || 'No test ran.' };
};

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors?: readonly { readonly message?: string }[];
}

/** Counts of Playwright's JSON report. A test that passed only when repeated is a failure. */
export const readBrowserReport = (path: string, output: string): StepResult => {
  const report = readReport(path) as PlaywrightReport | undefined;
  if (report === undefined) {
    return { passed: 0, failed: 0, detail: `The browser tests gave no report:\n${output}` };
  }
  const { expected, unexpected, flaky, skipped } = report.stats;
  const errors = (report.errors ?? []).map((error) => error.message ?? '');
  const failed = unexpected + flaky + skipped + errors.length;
  if (failed === 0 && expected > 0) {
    return { passed: expected, failed: 0 };
  }
  return { passed: expected, failed, detail: `${errors.join('\n')}\n${output}` };
};
