import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { atTheEnd } from '../../../harness/src/at-the-end.ts';
import { repositoryRoot } from '../paths.ts';
import { startChild } from '../process/child.ts';
import { freePort } from '../process/ports.ts';
import { webFlags } from '../stack/services.ts';
import { runFilePath, type RunFile } from '../stack/run-file.ts';

const STOP_MS = 60_000;

/** A stack of its own for tests: own ports, own empty data folder. */
export interface LiveStack {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly run: RunFile;
  readonly output: readonly string[];
  /** Stops it as a person would; rejects when it did not end with code 0. */
  stop(): Promise<void>;
}

const product = join(repositoryRoot, 'deploy/local/src/main.ts');

/** Starts the whole product on an empty data folder; see {@link startStackOn}. */
export const startLiveStack: typeof startStackOn = (dataDir, environment, program) => {
  rmSync(dataDir, { recursive: true, force: true });
  return startStackOn(dataDir, environment, program);
};

/**
 * Starts the whole product as `npm start` does, on the data that is there, and waits for its ready line. When this program is
 * interrupted, now or later, the stack is stopped with it. `program` stands in for the product in the tests of this function.
 */
export const startStackOn = async (
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
  program: string = product,
): Promise<LiveStack> => {
  const port = await freePort();
  const sandboxPort = await freePort();
  const output: string[] = [];
  const ready = Promise.withResolvers<void>();
  const starting = startChild({
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', ...webFlags, program],
    cwd: repositoryRoot,
    env: {
      ...process.env,
      POSTLOOM_PORT: String(port),
      POSTLOOM_SANDBOX_PORT: String(sandboxPort),
      POSTLOOM_DATA_DIR: dataDir,
      ...environment,
    },
    onLine: (line) => {
      output.push(line);
      if (line === `Postloom is ready at http://localhost:${port}`) {
        ready.resolve();
      }
    },
  });
  // Before anything is awaited: a signal at any moment finds it.
  const forget = atTheEnd(async () => (await starting).stop('SIGTERM', STOP_MS));
  const child = await starting;
  void child.exited.then(forget);
  void child.exited.then(() => ready.reject(new Error(`The stack did not start:\n${output.slice(-60).join('\n')}`)));
  await ready.promise;
  return {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    run: JSON.parse(readFileSync(runFilePath(dataDir), 'utf8')) as RunFile,
    output,
    stop: async () => {
      const exit = await child.stop('SIGTERM', STOP_MS);
      if (exit.code !== 0) {
        throw new Error(`The stack ended with ${exit.signal ?? exit.code}:\n${output.slice(-40).join('\n')}`);
      }
    },
  };
};
