import { setTimeout as wait } from 'node:timers/promises';
import type { ChildExit } from '../process/child.ts';
import { startOf } from '../process/identity.ts';
import type { StackLog } from './log.ts';
import type { RunEntry } from './run-file.ts';

/** A launched part of the stack, however it was launched. */
export interface Launched {
  readonly pid: number;
  readonly exited: Promise<ChildExit>;
  stop(): Promise<unknown>;
}

export interface KeptOptions {
  readonly name: string;
  readonly url?: string;
  readonly internalUrl?: string;
  readonly launch: () => Promise<Launched>;
  /** True once it does its work. Left out: launched means ready. */
  readonly isReady?: () => Promise<boolean>;
  readonly log: StackLog;
  /** Called whenever the process id changes. */
  readonly onChange: () => void;
}

/** Exit code of a service whose configuration is wrong: trying again can't help. */
const wrongConfiguration = 78;
const longestPause = 10_000;

/** Keeps one process alive: starts it, restarts it with growing pauses when it dies, stops it on request. */
export class Kept {
  readonly name: string;
  private readonly options: KeptOptions;
  private running: Launched | undefined;
  private stopping = false;
  private restarts = 0;
  private failure: Error | undefined;
  private readonly gone = new AbortController();

  constructor(options: KeptOptions) {
    this.name = options.name;
    this.options = options;
  }

  get entry(): RunEntry | undefined {
    if (this.running === undefined) {
      return undefined;
    }
    const { url, internalUrl } = this.options;
    return { pid: this.running.pid, start: startOf(this.running.pid), url, internalUrl, restarts: this.restarts };
  }

  /** Launches and returns once it is launched. Rejects when the first launch fails. */
  async start(): Promise<void> {
    await this.launch();
    void this.keep();
  }

  /** Waits until it is ready. Rejects with its last lines when it can't become so within `limitMs`. */
  async ready(limitMs: number): Promise<void> {
    const { isReady, name, log } = this.options;
    const deadline = performance.now() + limitMs;
    while (isReady !== undefined && !(await isReady())) {
      if (this.stopping) {
        return;
      }
      if (this.failure !== undefined) {
        throw this.failure;
      }
      if (performance.now() > deadline || this.restarts >= 5) {
        throw new Error(
          `${name} did not become ready${this.restarts > 0 ? ` (it died ${this.restarts} times)` : ''}. Its last lines:\n  ${log.tail(name).slice(-8).join('\n  ')}`,
        );
      }
      await wait(50);
    }
  }

  /** Stops it for good. Safe to repeat, and while it is being started again. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.gone.abort();
    const current = this.running;
    if (current === undefined) {
      return;
    }
    await current.stop();
    if ((await current.exited).signal === 'SIGKILL') {
      this.options.log.say(`${this.name} did not stop in time and was ended`);
    }
    this.running = undefined;
  }

  /** Kills at once, without waiting; for the last resort. */
  kill(): void {
    this.stopping = true;
    if (this.running === undefined) {
      return;
    }
    try {
      process.kill(-this.running.pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
        this.options.log.say(`${this.name}: ${String(error)}`);
      }
    }
  }

  private async launch(): Promise<void> {
    const launched = await this.options.launch();
    if (this.stopping) {
      await launched.stop();
      return;
    }
    this.running = launched;
    this.options.onChange();
  }

  private async keep(): Promise<void> {
    let pause = 100;
    while (!this.stopping) {
      const current = this.running;
      if (current === undefined) {
        return;
      }
      const launchedAt = performance.now();
      const exit = await current.exited;
      if (this.stopping) {
        return;
      }
      const how = exit.signal ?? `exit code ${exit.code}`;
      if (exit.code === wrongConfiguration) {
        this.failure = new Error(
          `${this.name} refuses its configuration:\n  ${this.options.log.tail(this.name).slice(-4).join('\n  ')}`,
        );
        this.running = undefined;
        return;
      }
      if (performance.now() - launchedAt > 30_000) {
        pause = 100;
      }
      this.restarts += 1;
      this.options.log.say(`${this.name} stopped unexpectedly (${how}), starting it again`);
      await this.relaunch(pause);
      pause = Math.min(pause * 2, longestPause);
    }
  }

  private async relaunch(firstPause: number): Promise<void> {
    for (let pause = firstPause; !this.stopping; pause = Math.min(pause * 2, longestPause)) {
      await wait(pause, undefined, { signal: this.gone.signal }).catch(() => undefined);
      if (this.stopping) {
        return;
      }
      try {
        return await this.launch();
      } catch (error) {
        this.options.log.say(`${this.name} does not start: ${(error as Error).message}`);
      }
    }
  }
}
