import { Injectable } from '@nestjs/common';
import { defineMetrics, histogram } from '@postloom/chassis';
import { BatchWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { DayFiguresRepository } from './day-figures.repository.ts';
import { StaleDaysClaims } from './stale-days.claims.ts';

const metrics = defineMetrics('analytics', {
  rollUpLagSeconds: histogram('From a change of a figure to the sums that contain it'),
});

/** Longest time of one statement: the days of one business, however many posts they have. */
const TIMEOUT_MS = 30_000;

/** Sums up the days whose figures have changed, business by business. */
@Injectable()
export class RollUpWorker extends BatchWorker {
  /** Businesses whose days could not be summed up, until nothing else is left to do: nobody waits behind them. */
  private readonly aside = new Set<string>();

  constructor(
    tools: WorkerTools,
    private readonly claims: StaleDaysClaims,
    private readonly figures: DayFiguresRepository,
  ) {
    super(tools, {
      ...{ name: 'roll-ups', pollMs: 1_000, timeoutMs: TIMEOUT_MS },
      scope: Scope.system('stale days of all businesses'),
    });
  }

  protected override async batch(tx: Tx): Promise<boolean> {
    const stale = await this.claims.claim(tx, this.aside);
    if (stale === null || stale.days.length === 0) {
      this.aside.clear();
      return this.claims.markIncomplete(tx);
    }
    try {
      await this.figures.sumUp(tx, stale.businessId, stale.days);
    } catch (error) {
      this.aside.add(stale.businessId);
      throw error;
    }
    tx.afterCommit(() => metrics.rollUpLagSeconds.observe(stale.oldestSeconds));
    return true;
  }
}
