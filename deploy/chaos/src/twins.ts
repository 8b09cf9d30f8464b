import { setTimeout as wait } from 'node:timers/promises';
import { readRunFile } from '../../harness/src/running-stack.ts';
import { databaseName } from '../../local/src/postgres/roles.ts';
import { repositoryRoot } from '../../local/src/paths.ts';
import { startChild } from '../../local/src/process/child.ts';
import type { RunningChild } from '../../local/src/process/child.ts';
import { freePort } from '../../local/src/process/ports.ts';
import { readSettings } from '../../local/src/settings.ts';
import { serviceEnvironment } from '../../local/src/stack/environment.ts';
import { flagsOf, programOf, services } from '../../local/src/stack/services.ts';
import { loadPorts, loadSecrets } from '../../local/src/stack/state.ts';
import type { Victim } from './plan.ts';

/** A second process of a service beside the stack's own, as a second pod would be; started again whenever it dies. */
export class Twin {
  readonly name: Victim;
  readonly internalUrl: string;
  private readonly launch: () => Promise<RunningChild>;
  private running: RunningChild | undefined;
  private isStopping = false;
  private keeping: Promise<void> | undefined;

  private constructor(name: Victim, internalUrl: string, launch: () => Promise<RunningChild>) {
    this.name = name;
    this.internalUrl = internalUrl;
    this.launch = launch;
  }

  /** `environment` is what the stack was started with, so that both copies have the same settings. */
  static async start(
    of: 'publisher' | 'scheduling',
    dataDir: string,
    environment: Readonly<Record<string, string>>,
    onLine: (line: string) => void,
  ): Promise<Twin> {
    const service = services.find(({ name }) => name === of);
    if (service === undefined) {
      throw new Error(`there is no service ${of}`);
    }
    const run = readRunFile(dataDir);
    const settings = readSettings({
      ...process.env,
      ...environment,
      POSTLOOM_PORT: new URL(run.url).port,
      POSTLOOM_SANDBOX_PORT: new URL(run.sandboxUrl).port,
      POSTLOOM_DATA_DIR: dataDir,
    });
    const ports = { ...loadPorts(dataDir), [`${of}-internal`]: await freePort() };
    const env = serviceEnvironment(service, {
      settings,
      secrets: loadSecrets(dataDir),
      ports,
      postgres: { base: `127.0.0.1:${ports['postgres']}`, database: databaseName },
      natsUrl: `nats://127.0.0.1:${ports['nats']}`,
      s3Endpoint: `http://127.0.0.1:${ports['objects']}`,
      bucket: 'postloom',
    });
    const twin = new Twin(`${of}-2`, `http://127.0.0.1:${ports[`${of}-internal`]}`, () =>
      startChild({
        command: process.execPath,
        args: ['--disable-warning=ExperimentalWarning', ...flagsOf(service), programOf(service)],
        cwd: repositoryRoot,
        env,
        onLine: (line) => onLine(`${of}-2: ${line}`),
      }),
    );
    twin.running = await twin.launch();
    twin.keeping = twin.keep();
    return twin;
  }

  get pid(): number | undefined {
    return this.running?.pid;
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.running?.stop('SIGTERM', 15_000);
    await this.keeping;
    // It may have been launched anew in this very moment; stopping twice does nothing.
    await this.running?.stop('SIGTERM', 15_000);
  }

  private async keep(): Promise<void> {
    while (!this.isStopping) {
      await this.running?.exited;
      if (this.isStopping) {
        return;
      }
      await wait(200);
      if (!this.isStopping) {
        this.running = await this.launch();
      }
    }
  }
}
