import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isSameProcess, startOf } from '../process/identity.ts';
import { StartError } from '../settings.ts';
import { writeDurably } from './state.ts';

/** One process of the stack. Tests, benchmarks and chaos runs find it here to look at it or to kill it. */
export interface RunEntry {
  readonly pid: number;
  /** When the process started, in the system's own words; tells a recycled id. */
  readonly start: string | undefined;
  /** Address of its main port, where it has one. */
  readonly url?: string;
  /** Address of `/health/ready` and `/metrics`, where it has them. */
  readonly internalUrl?: string;
  /** How often it was started again after dying. */
  readonly restarts: number;
}

/** Content of `run.json` in the data folder, there while the stack runs. */
export interface RunFile {
  readonly pid: number;
  readonly start: string | undefined;
  readonly url: string;
  readonly sandboxUrl: string;
  /** Superuser address of the embedded Postgres; absent when the database is somebody else's. */
  readonly databaseUrl?: string;
  /** ISO time at which every service was ready; absent before. */
  readonly readyAt?: string;
  readonly processes: Readonly<Record<string, RunEntry>>;
}

export const runFilePath = (dataDir: string): string => join(dataDir, 'run.json');

const read = (path: string): RunFile | undefined => {
  if (!existsSync(path)) {
    return undefined;
  }
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RunFile;
  } catch {
    return undefined; // half-written by a killed run: nothing in it can be trusted
  }
};

/**
 * Refuses a second run on the same data, and ends what a killed run left behind (its own processes only: id and start
 * time must agree). Throws StartError.
 */
export const takeOver = async (dataDir: string, say: (line: string) => void): Promise<void> => {
  const path = runFilePath(dataDir);
  const earlier = read(path);
  if (earlier === undefined) {
    return;
  }
  if (earlier.pid !== process.pid && isSameProcess(earlier.pid, earlier.start)) {
    throw new StartError(
      `Postloom already runs on the data in ${dataDir} (process ${earlier.pid}, ${earlier.url}). Stop it first, or set POSTLOOM_DATA_DIR, POSTLOOM_PORT and POSTLOOM_SANDBOX_PORT for a second one.`,
    );
  }
  const left = Object.entries(earlier.processes).filter(([, entry]) => isSameProcess(entry.pid, entry.start));
  if (left.length > 0) {
    say(`Ending ${left.map(([name]) => name).join(', ')}, left over from a run that was killed`);
  }
  for (const [name, entry] of left) {
    process.kill(entry.pid, name === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
  }
  for (let tries = 0; tries < 200 && left.some(([, entry]) => isSameProcess(entry.pid, entry.start)); tries += 1) {
    await wait(25);
  }
  rmSync(path, { force: true });
};

/** Writes `run.json`; it holds a database password, so it is the owner's alone. */
export const writeRunFile = (dataDir: string, run: Omit<RunFile, 'pid' | 'start'>): void =>
  writeDurably(
    runFilePath(dataDir),
    `${JSON.stringify({ pid: process.pid, start: startOf(process.pid), ...run }, null, 2)}\n`,
    0o600,
  );

export const removeRunFile = (dataDir: string): void => rmSync(runFilePath(dataDir), { force: true });
