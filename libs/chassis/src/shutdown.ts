import type { Logger } from './logger.ts';

export type ShutdownPhase = 'stop-intake' | 'drain' | 'close';

interface Step {
  phase: ShutdownPhase;
  name: string;
  run: () => Promise<void> | void;
}

/**
 * The one order of stopping: take no more work (`stop-intake`), finish what runs (`drain`), then close connections
 * (`close`). Steps of the first two phases run together, those of `close` one after another in registered order.
 * A failing step is logged and never keeps the others from running.
 */
export class ShutdownRegistry {
  private readonly steps: Step[] = [];
  private readonly done = new Map<ShutdownPhase, Promise<void>>();
  private readonly logger: Logger;

  constructor(logger: Logger) {
    this.logger = logger;
  }

  register(phase: ShutdownPhase, name: string, run: () => Promise<void> | void): void {
    this.steps.push({ phase, name, run });
  }

  /** Runs one phase, once however often it is asked for. */
  run(phase: ShutdownPhase): Promise<void> {
    const running = this.done.get(phase) ?? this.runSteps(phase);
    this.done.set(phase, running);
    return running;
  }

  private async runSteps(phase: ShutdownPhase): Promise<void> {
    const steps = this.steps.filter((step) => step.phase === phase);
    if (phase === 'close') {
      for (const step of steps) {
        await this.runStep(step);
      }
      return;
    }
    await Promise.all(steps.map((step) => this.runStep(step)));
  }

  private async runStep(step: Step): Promise<void> {
    try {
      await step.run();
    } catch (error) {
      this.logger.error('A shutdown step failed', { phase: step.phase, step: step.name, error });
    }
  }
}
