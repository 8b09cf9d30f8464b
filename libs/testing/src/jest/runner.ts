import { fileURLToPath } from 'node:url';
import type { Config } from '@jest/types';
import type { Test, TestResult } from '@jest/test-result';
import { CallbackTestRunner } from 'jest-runner';
import type { OnTestFailure, OnTestStart, OnTestSuccess, TestWatcher } from 'jest-runner';
import { Worker } from 'jest-worker';
import type { FileToRun } from './worker.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Jest's runner for tests of servers. Jest's own gives each test file a fresh copy of every module; for a service that is two
 * to three seconds of processor per file, more than all its tests need. Here a worker is an ordinary Node process that loads
 * modules as the product does, once for all the files it runs. Tests, hooks, time limits and reports are Jest's (jest-circus).
 *
 * The price (ADR 22): what a file leaves behind in a module's variables, the next one finds.
 */
export default class Runner extends CallbackTestRunner {
  readonly #config: Config.GlobalConfig;

  constructor(...args: ConstructorParameters<typeof CallbackTestRunner>) {
    super(...args);
    [this.#config] = args;
  }

  async runTests(
    tests: readonly Test[],
    watcher: TestWatcher,
    onStart: OnTestStart,
    onResult: OnTestSuccess,
    onFailure: OnTestFailure,
  ): Promise<void> {
    const { maxWorkers, testNamePattern, testTimeout } = this.#config;
    const numWorkers = Math.min(maxWorkers, tests.length);
    const workers = new Worker(path('./worker.ts'), {
      exposedMethods: ['runFile'],
      numWorkers,
      maxRetries: 0,
      forkOptions: {
        silent: false,
        execArgv: [
          ...['--no-warnings', '--enable-source-maps', '--conditions=postloom-source'],
          ...['--import', path('./hooks.ts')],
        ],
      },
    }) as Worker & { runFile(file: FileToRun): Promise<TestResult> };
    const waiting = [...tests];
    const work = async (): Promise<void> => {
      for (let test = waiting.shift(); test !== undefined && !watcher.isInterrupted(); test = waiting.shift()) {
        const { config } = test.context;
        const file = { path: test.path, config, testNamePattern, testTimeout: testTimeout ?? config.testTimeout };
        await onStart(test);
        try {
          await onResult(test, await workers.runFile(file));
        } catch (error) {
          await onFailure(test, error as Parameters<OnTestFailure>[1]);
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: numWorkers }, work));
    } finally {
      await workers.end();
    }
  }
}
