import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { createEmptyTestResult } from '@jest/test-result';
import type { TestResult } from '@jest/test-result';
import type { Circus, Config } from '@jest/types';
import { expect } from 'expect';
import { getState, resetState, run, setState } from 'jest-circus';
import { formatResultsErrors } from 'jest-message-util';
import { limitTests } from './globals.ts';

/** One test file for a worker. */
export interface FileToRun {
  readonly path: string;
  readonly config: Config.ProjectConfig;
  /** Only tests whose name has this, as Jest's `-t`. */
  readonly testNamePattern: string | undefined;
  /** Milliseconds for a test that names no limit of its own. */
  readonly testTimeout: number;
}

/** Unhandled rejections while a file ran, by promise: the file has failed, whatever its tests say. */
const uncaught = new Map<unknown, unknown>();
process.on('unhandledRejection', (error, promise) => uncaught.set(promise, error));
process.on('rejectionHandled', (promise) => uncaught.delete(promise));
process.on('uncaughtException', (error) => uncaught.set(Symbol('thrown'), error));

/** Runs the tests of one file in this process, on request of ./runner.ts, and returns Jest's result. */
export async function runFile({ path, config, testNamePattern, testTimeout }: FileToRun): Promise<TestResult> {
  uncaught.clear();
  resetState();
  limitTests(undefined);
  const pattern = testNamePattern === undefined ? null : new RegExp(testNamePattern, 'i');
  setState({ ...getState(), testTimeout, testNamePattern: pattern });
  expect.setState({ testPath: path });
  const start = Date.now();
  const before = performance.now();
  await import(pathToFileURL(path).href);
  const { testResults, unhandledErrors } = await run();
  const runtime = Math.round(performance.now() - before);
  const results = testResults.map(assertionOf);
  const failures = [...unhandledErrors, ...[...uncaught.values()].map(textOf)];
  const message = [formatResultsErrors(results, config, { noStackTrace: false }, path), ...failures]
    .filter((text) => text !== null)
    .join('\n\n');
  const count = (status: Circus.TestStatus | 'passed' | 'failed' | 'pending'): number =>
    results.filter((result) => result.status === status).length;
  return {
    ...createEmptyTestResult(),
    failureMessage: message === '' ? null : message,
    ...(failures.length === 0 ? {} : { testExecError: { message: failures.join('\n\n'), stack: '' } }),
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    perfStats: { ...createEmptyTestResult().perfStats, start, end: start + runtime, runtime },
    testFilePath: path,
    testResults: results,
  };
}

function assertionOf(result: Circus.TestResult): TestResult['testResults'][number] {
  const names = result.testPath.slice(1).map(String);
  const hasFailed = result.errors.length > 0;
  return {
    ancestorTitles: names.slice(0, -1),
    duration: result.duration,
    failureDetails: result.errorsDetailed,
    failureMessages: [...result.errors],
    fullName: names.join(' '),
    invocations: result.invocations,
    location: result.location,
    numPassingAsserts: result.numPassingAsserts,
    startAt: result.startedAt,
    status: result.status === 'skip' ? 'pending' : result.status === 'todo' ? 'todo' : hasFailed ? 'failed' : 'passed',
    title: names.at(-1) ?? '',
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
