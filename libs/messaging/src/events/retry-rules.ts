import { AppError } from '@postloom/contracts';

/** Failures of the handler itself after which an event is parked. */
export const MAX_TRIES = 8;
const LONGEST_PAUSE_MS = 300_000;

/** Pause before the next try, in milliseconds: `firstMs` (1 s) doubled each time, up to 5 min. `tries` = failures so far, at least 1. */
export function retryPauseMs(tries: number, firstMs: number): number {
  return Math.min(LONGEST_PAUSE_MS, firstMs * 2 ** Math.min(tries - 1, 20));
}

/**
 * A failure that says nothing about the event: the database or a neighbour was away, or somebody else held the row. It is tried
 * again for as long as it takes; an outage must not park every event that fell into it.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof AppError)) {
    return false;
  }
  return error.code === 'unavailable' || error.code === 'conflict' || error.code === 'dependency_failed';
}

interface Memory {
  tries: number;
  pauses: number;
  notBefore: number;
}

const MAX_REMEMBERED = 10_000;

/**
 * What this process remembers of failing events, shared by stream and feed so that one does not run what the other has set back.
 * Lost at a restart, which costs further tries and nothing else. Times are of the monotonic clock.
 */
export class FailureMemory {
  private readonly failing = new Map<string, Memory>();

  constructor(private readonly firstPauseMs: number) {}

  /** Records a failure and answers how many tries count, and the pause in milliseconds until the next. */
  failed(key: string, nowMs: number, isCounted: boolean): { tries: number; pauseMs: number } {
    const memory = this.failing.get(key) ?? { tries: 0, pauses: 0, notBefore: 0 };
    memory.pauses += 1;
    if (isCounted) {
      memory.tries += 1;
    }
    const pauseMs = retryPauseMs(memory.pauses, this.firstPauseMs);
    memory.notBefore = nowMs + pauseMs;
    this.failing.delete(key);
    this.failing.set(key, memory);
    if (this.failing.size > MAX_REMEMBERED) {
      const [oldest] = this.failing.keys();
      if (oldest !== undefined) {
        this.failing.delete(oldest);
      }
    }
    return { tries: memory.tries, pauseMs };
  }

  forget(key: string): void {
    this.failing.delete(key);
  }

  isResting(key: string, nowMs: number): boolean {
    return (this.failing.get(key)?.notBefore ?? -Infinity) > nowMs;
  }
}
