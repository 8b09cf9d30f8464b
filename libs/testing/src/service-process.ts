import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@postloom/local/ports';
import { testCallerKeys } from './caller-keys.ts';
import { runDirectory } from './servers/run-directory.ts';
import type { TestNats } from './servers/test-nats.ts';
import type { TestDatabase } from './servers/test-postgres.ts';

const run = promisify(execFile);
const bundler = new URL('../../../deploy/bundle/src/from-sources.ts', import.meta.url).pathname;

/** A service to run as a process of its own; `main` is the path of its first module. */
export interface ServiceToSpawn {
  readonly name: string;
  readonly main: string;
  readonly nats: Pick<TestNats, 'url'>;
  readonly database: Pick<TestDatabase, 'url' | 'workerUrl'>;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A service as a process, so that it can really be killed. Its health and metrics answer at `port`. */
export interface SpawnedService {
  readonly child: ChildProcess;
  readonly port: number;
  /** Everything it has written. */
  output(): string;
}

export async function spawnService(service: ServiceToSpawn): Promise<SpawnedService> {
  const { name, main, nats, database, args = [], env = {} } = service;
  const port = await freePort();
  const child = spawn(process.execPath, ['--no-warnings', await programOf(name, main), ...args], {
    env: {
      SERVICE_INTERNAL_PORT: String(port),
      DATABASE_URL: database.url,
      WORKER_DATABASE_URL: database.workerUrl,
      NATS_URL: nats.url,
      OUTBOUND_ALLOW_PRIVATE: 'on',
      LOG_LEVEL: 'debug',
      CALLER_KEYS: testCallerKeys.CALLER_KEYS,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  return { child, port, output: () => written.join('') };
}

/** The service as one program, built from the current sources on first use in a test run. */
async function programOf(name: string, main: string): Promise<string> {
  const folder = join(runDirectory(), name);
  if (!existsSync(folder)) {
    const own = mkdtempSync(`${folder}-`);
    await run(process.execPath, ['--no-warnings', bundler, main, own]);
    try {
      renameSync(own, folder);
    } catch (error) {
      if (!existsSync(folder)) {
        throw error;
      }
      rmSync(own, { recursive: true }); // another worker was quicker with the same
    }
  }
  return join(folder, 'main.js');
}
