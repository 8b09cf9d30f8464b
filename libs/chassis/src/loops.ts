import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';
import { counter, defineMetrics } from './metrics.ts';
import type { Random } from './random.ts';
import type { ShutdownRegistry } from './shutdown.ts';

export interface LoopSettings {
  /** For logs and metrics. */
  name: string;
  /** Milliseconds between two runs when there is nothing to do. */
  everyMs: number;
  /** Part of `everyMs` by which a pause varies, default 0.2: processes started together drift apart. */
  jitter?: number;
  /**
   * Shortest time between the end of a round and the next one that a wake asks for, default 0. Wakes that arrive close
   * together are then served together; the first wake after a quiet moment still starts at once. Milliseconds of real
   * time.
   */
  restMs?: number;
  /** One round of work. `true` = there is more, run again at once. Must stop soon after `signal` is aborted. */
  run: (signal: AbortSignal) => Promise<boolean | void>;
}

const MAX_BACKOFF_MS = 5000;

const metrics = defineMetrics('loop', {
  runs: counter('Rounds of background loops that ended well', ['loop']),
  failures: counter('Rounds of background loops that threw', ['loop']),
});

/**
 * The only kind of background work: polling, and a wake when this process knows that there is work. An error is logged and counted, and the
 * pause doubles up to 5 s; wakes do not shorten that pause, so a dependency that is down is not hammered.
 */
export class Loop {
  readonly name: string;
  private readonly settings: LoopSettings;
  private readonly tools: { clock: Clock; random: Random; logger: Logger };
  private readonly stopped = new AbortController();
  private pause: AbortController | undefined;
  private poked = false;
  private failures = 0;
  private running: Promise<void> | undefined;

  constructor(settings: LoopSettings, tools: { clock: Clock; random: Random; logger: Logger }) {
    this.name = settings.name;
    this.settings = settings;
    this.tools = tools;
    metrics.failures.begin({ loop: this.name });
  }

  /** There is work: the next round starts at once, or right after the current one. */
  wake(): void {
    this.poked = true;
    if (this.failures === 0) {
      this.pause?.abort();
    }
  }

  /** Used by `Loops`; a second call does nothing. */
  begin(): void {
    this.running ??= this.turn();
  }

  /** Starts no further round; the running one is stopped through its signal. */
  stop(): void {
    this.stopped.abort();
    this.pause?.abort();
  }

  /** Resolves when the running round has ended after `stop`. */
  async ended(): Promise<void> {
    await this.running;
  }

  private async turn(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      this.poked = false;
      let again = false;
      try {
        again = (await this.settings.run(signal)) === true;
        this.failures = 0;
        metrics.runs.add(1, { loop: this.name });
      } catch (error) {
        if (signal.aborted) {
          break;
        }
        this.failures += 1;
        metrics.failures.add(1, { loop: this.name });
        this.tools.logger.warn('A background loop failed and will try again', {
          loop: this.name,
          failures: this.failures,
          error,
        });
      }
      if (signal.aborted) {
        break;
      }
      if (this.failures === 0 && (again || this.poked)) {
        await this.rest(again);
        continue;
      }
      await this.wait();
    }
  }

  /** Lets requests in between two rounds; a full batch goes on at once, a wake waits for others to join it. */
  private rest(again: boolean): Promise<void> {
    const { restMs = 0 } = this.settings;
    return new Promise((resolve) => {
      if (again || restMs === 0) {
        setImmediate(resolve);
      } else {
        setTimeout(resolve, restMs);
      }
    });
  }

  private async wait(): Promise<void> {
    const { everyMs, jitter = 0.2 } = this.settings;
    const backoff = Math.min(MAX_BACKOFF_MS, 250 * 2 ** Math.min(this.failures - 1, 10));
    const ms = this.failures === 0 ? everyMs : backoff;
    const pause = new AbortController();
    this.pause = pause;
    await this.tools.clock.delay(this.tools.random.jitter(ms, jitter), pause.signal);
    this.pause = undefined;
  }
}

/** Starts loops once the application has started (migrations done, transport listening) and stops them in order. */
export class Loops {
  private readonly loops: Loop[] = [];
  private readonly tools: { clock: Clock; random: Random; logger: Logger };
  private begun = false;

  constructor(clock: Clock, random: Random, logger: Logger, shutdown: ShutdownRegistry) {
    this.tools = { clock, random, logger };
    shutdown.register('stop-intake', 'loops', () => this.loops.forEach((loop) => loop.stop()));
    shutdown.register('drain', 'loops', async () => {
      await Promise.all(this.loops.map((loop) => loop.ended()));
    });
  }

  /** Registers a loop; its first round starts when the application is up (at once when it already is). */
  start(settings: LoopSettings): Loop {
    const loop = new Loop(settings, this.tools);
    this.loops.push(loop);
    if (this.begun) {
      loop.begin();
    }
    return loop;
  }

  /** Called by the chassis when every module has started. */
  begin(): void {
    this.begun = true;
    for (const loop of this.loops) {
      loop.begin();
    }
  }
}
