import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { config } from '../config.ts';
import { metrics } from '../metrics.ts';
import { inLockOrder, throttleRowKey, waitInWords } from './throttle-key.ts';
import type { ThrottleKey } from './throttle-key.ts';
import { ThrottlesRepository } from './throttles.repository.ts';

/**
 * Limits that guard something (sign-in, sign-up, mails, plan changes). They count in Postgres by conditional update, so
 * they are exact over any number of processes and parallel requests. `RATE_LIMITS=off` lifts them all.
 */
@Injectable()
export class Throttles {
  constructor(private readonly repository: ThrottlesRepository) {}

  /**
   * Takes one of each, or none. Call it before the guarded work, so that parallel tries can't pass together.
   * @throws AppError `rate_limited` with the seconds until the window ends; the transaction must roll back.
   */
  async take(tx: Tx, keys: readonly ThrottleKey[]): Promise<void> {
    if (!config.rateLimits) {
      return;
    }
    const ordered = inLockOrder(keys);
    const rowKeys = ordered.map(throttleRowKey);
    const taken = new Set(
      await this.repository.take(
        tx,
        rowKeys,
        ordered.map((key) => config[key.limit]),
      ),
    );
    const refused = rowKeys.filter((key) => !taken.has(key.toString('hex')));
    if (refused.length > 0) {
      for (const [index, key] of rowKeys.entries()) {
        if (refused.includes(key)) {
          metrics.throttled.add(1, { limit: ordered[index]?.limit ?? '' });
        }
      }
      const seconds = await this.repository.secondsUntilFree(tx, refused);
      throw new AppError('rate_limited', `Too many attempts. Please try again ${waitInWords(seconds)}.`, {
        retryAfterSeconds: seconds,
      });
    }
  }

  /** Takes one when there is one; false instead of an error, so that the caller can do less without saying so. */
  async tryTake(tx: Tx, key: ThrottleKey): Promise<boolean> {
    if (!config.rateLimits) {
      return true;
    }
    return (await this.repository.take(tx, [throttleRowKey(key)], [config[key.limit]])).length > 0;
  }

  /** What was taken for an attempt that turned out to be harmless. */
  async giveBack(tx: Tx, keys: readonly ThrottleKey[]): Promise<void> {
    if (config.rateLimits) {
      await this.repository.giveBack(tx, inLockOrder(keys).map(throttleRowKey));
    }
  }
}
