import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Clock, Loops } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { DelaysClaims } from './delays.claims.ts';
import { TargetEvents } from './target-events.ts';

const POLL_MS = 1_000;
const BATCH = 200;
/** What is too late may wait this long for its end: looking for it reads all that waits. */
const EXPIRE_EVERY_MS = 5_000;

/**
 * Tells people until when their posts are held back and why, once per end, and ends what is too late meanwhile. A paused platform
 * is one row, and its lanes are not even claimed; so this is done beside them.
 */
@Injectable()
export class DelaysWorker implements OnModuleInit {
  private expiredAtMs = -Infinity;

  constructor(
    private readonly uow: Uow,
    private readonly claims: DelaysClaims,
    private readonly events: TargetEvents,
    private readonly clock: Clock,
    private readonly loops: Loops,
  ) {}

  onModuleInit(): void {
    this.loops.start({ name: 'delays', everyMs: POLL_MS, run: () => this.round() });
  }

  private round(): Promise<boolean> {
    return this.uow.run(Scope.system('delays of all businesses'), async (tx) => {
      if (!(await this.claims.isAnythingBlocked(tx))) {
        return false;
      }
      const unannounced = await this.claims.unannounced(tx, BATCH);
      for (const { businessId, job, until } of unannounced) {
        await this.events.delayed(tx, businessId, job, until);
      }
      if (this.clock.monotonicMs() - this.expiredAtMs < EXPIRE_EVERY_MS) {
        return unannounced.length === BATCH;
      }
      const expired = await this.claims.expired(tx, BATCH);
      if (expired.length < BATCH) {
        this.expiredAtMs = this.clock.monotonicMs();
      }
      for (const { businessId, job } of expired) {
        await this.events.end(tx, businessId, job);
        tx.afterCommit(() => metrics.jobsEndedTotal.add(1, { platform: job.platform, end: 'failed' }));
      }
      return unannounced.length === BATCH || expired.length === BATCH;
    });
  }
}
