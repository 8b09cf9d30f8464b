import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where one test run keeps its servers' data and their addresses; jest's workers inherit it from the main process. */
const directoryVariable = 'POSTLOOM_TEST_RUN';
const parentVariable = 'POSTLOOM_TEST_RUN_PARENT';

/** Makes the run's directory. Starts nothing: servers come up when the first test asks for them. */
export function openRun(): string {
  const directory = mkdtempSync(join(tmpdir(), 'postloom-test-'));
  // The servers run as another user when the tests run as root.
  chmodSync(directory, 0o755);
  mkdirSync(join(directory, 'children'));
  process.env[directoryVariable] = directory;
  process.env[parentVariable] = String(process.pid);
  return directory;
}

/** The directory of this run, created now when no test runner has done so (a separate script). */
export function runDirectory(): string {
  return process.env[directoryVariable] ?? openRun();
}

/** The process whose end means that the run is over. */
export function runParent(): number {
  return Number(process.env[parentVariable] ?? process.pid);
}

/** Registers a process (pid) or container (`container-<id>`) with the run's keeper, because it must not outlive the run. */
export function recordChild(pid: number | string): void {
  writeFileSync(join(runDirectory(), 'children', String(pid)), '');
}

export function forgetChild(pid: number | string): void {
  rmSync(join(runDirectory(), 'children', String(pid)), { force: true });
}
