import { FairQueue } from '@postloom/chassis';
import type { FairQueueSettings, Turn } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import { metrics } from '../metrics.ts';

/** A fair queue that the metrics show under its name. */
export class MeasuredQueue {
  private readonly queue: FairQueue;
  private readonly name: string;
  private taken = 0;

  constructor(settings: FairQueueSettings) {
    this.queue = new FairQueue(settings);
    this.name = settings.name;
    metrics.turnsRefused.begin({ queue: this.name });
    this.show();
  }

  /** Number of pieces of work that wait. */
  get waiting(): number {
    return this.queue.length;
  }

  /** As `FairQueue`. @throws AppError unavailable */
  async run<T>(key: string, work: () => Promise<T>, turn: Turn): Promise<T> {
    const leave = await this.enter(key, turn);
    this.taken += 1;
    this.show();
    try {
      return await work();
    } finally {
      leave();
      this.taken -= 1;
      this.show();
    }
  }

  private async enter(key: string, turn: Turn): Promise<() => void> {
    const entering = this.queue.enter(key, turn);
    this.show();
    try {
      return await entering;
    } catch (error) {
      if (error instanceof AppError) {
        metrics.turnsRefused.add(1, { queue: this.name }); // else its caller has left
      }
      this.show();
      throw error;
    }
  }

  private show(): void {
    metrics.turnsTakenCount.set(this.taken, { queue: this.name });
    metrics.turnsWaitingCount.set(this.waiting, { queue: this.name });
  }
}
