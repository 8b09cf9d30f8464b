import { Injectable } from '@nestjs/common';
import { Clock } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import { metrics } from '../metrics.ts';
import { decoyHash, hashPassword, verifyPassword } from './password-hash.ts';

/** Concurrent computations: two threads of the pool and 38 MiB, whatever arrives. */
const CONCURRENT = 2;
/** About two seconds of waiting; later requests are refused and told to retry instead of waiting in vain. */
const WAITING = 80;

/**
 * The only way to argon2: runs off the event loop, a few at a time in order of arrival, so that a storm of sign-ins neither exhausts the
 * memory nor starves everything else in this process.
 */
@Injectable()
export class PasswordHasher {
  private readonly waiting: (() => void)[] = [];
  private readonly decoy = decoyHash();
  private running = 0;

  constructor(private readonly clock: Clock) {
    metrics.passwordHashWaitingCount.observe(() => this.waiting.length);
  }

  /** @throws AppError `unavailable` when the queue is full; check before an attempt is counted against the person. */
  refuseWhenBusy(): void {
    if (this.waiting.length >= WAITING) {
      throw new AppError('unavailable', 'Many people are signing in right now. Please try again in a moment.');
    }
  }

  hash(password: string, signal?: AbortSignal): Promise<string> {
    return this.inTurn(() => hashPassword(password), signal);
  }

  /** `stored` null (no such account) costs the same and never matches. */
  verify(stored: string | null, password: string, signal?: AbortSignal): Promise<boolean> {
    return this.inTurn(() => verifyPassword(stored ?? this.decoy, password), signal);
  }

  private async inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.refuseWhenBusy();
    const start = this.clock.monotonicMs();
    if (this.running >= CONCURRENT) {
      await new Promise<void>((resolve) => this.waiting.push(resolve)); // the place is handed over, `running` stays
    } else {
      this.running += 1;
    }
    try {
      if (signal?.aborted) {
        throw new AppError('deadline');
      }
      return await work();
    } finally {
      metrics.passwordHashSeconds.observe((this.clock.monotonicMs() - start) / 1000);
      const next = this.waiting.shift();
      if (next) {
        next();
      } else {
        this.running -= 1;
      }
    }
  }
}
