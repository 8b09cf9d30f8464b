import { Clock } from '@postloom/chassis';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * A clock that stands still until a test moves it. `advance` wakes every `delay` whose time has come, in order.
 * Only the application's time: the database keeps its own clock.
 */
export class FakeClock extends Clock {
  private elapsedMs = 0;
  private sleepers: Sleeper[] = [];

  constructor(private startedAt: Date = new Date('2027-01-15T12:00:00Z')) {
    super();
  }

  override now(): Date {
    return new Date(this.startedAt.getTime() + this.elapsedMs);
  }

  override monotonicMs(): number {
    return this.elapsedMs;
  }

  override delay(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true || ms <= 0) {
        resolve();
        return;
      }
      const sleeper: Sleeper = {
        at: this.elapsedMs + ms,
        wake: () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        },
      };
      const abort = (): void => {
        this.sleepers = this.sleepers.filter((other) => other !== sleeper);
        resolve();
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.sleepers.push(sleeper);
    });
  }

  /** How many `delay`s wait now: lets a test see that a loop has come to rest. */
  get waiting(): number {
    return this.sleepers.length;
  }

  /** Moves time forward. */
  advance(ms: number): void {
    this.elapsedMs += ms;
    const due = this.sleepers.filter((sleeper) => sleeper.at <= this.elapsedMs).sort((a, b) => a.at - b.at);
    this.sleepers = this.sleepers.filter((sleeper) => sleeper.at > this.elapsedMs);
    for (const sleeper of due) {
      sleeper.wake();
    }
  }

  /** Sets the wall clock without moving the monotonic one, as an administrator or a time server would. */
  set(now: Date): void {
    this.startedAt = new Date(now.getTime() - this.elapsedMs);
  }
}
