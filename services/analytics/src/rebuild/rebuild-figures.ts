import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { DayFiguresRepository, StaleDaysClaims, StaleDaysRepository } from '../roll-ups/index.ts';
import { SamplesRepository } from '../samples/index.ts';
import { allFigures, BusinessesClaims } from './businesses.claims.ts';

/** Before every business and every target. */
const FIRST = '00000000-0000-0000-0000-000000000000';
/** Longest time of one statement. */
const TIMEOUT_MS = 30_000;

/** Makes all sums again from the samples and the published targets, business by business, while the service goes on. */
@Injectable()
export class RebuildFigures {
  constructor(
    private readonly uow: Uow,
    private readonly businesses: BusinessesClaims,
    private readonly samples: SamplesRepository,
    private readonly staleDays: StaleDaysRepository,
    private readonly claims: StaleDaysClaims,
    private readonly figures: DayFiguresRepository,
  ) {}

  /** How many businesses there were. */
  async execute(): Promise<number> {
    let rebuilt = 0;
    for (let last = await this.next(FIRST); last !== null; last = await this.next(last)) {
      await this.business(last);
      rebuilt += 1;
    }
    while (await this.sumUp()) {
      // Until no mark is left; the service takes some of them, too.
    }
    return rebuilt;
  }

  /** In batches: each is a short transaction, and what is read meanwhile waits for one of them and not for all. */
  private async business(businessId: string): Promise<void> {
    for (let last: string | null = FIRST; last !== null;) {
      const after: string = last;
      last = await this.locked(businessId, (tx) => this.samples.rebuildPosts(tx, businessId, after));
    }
    await this.locked(businessId, async (tx) => {
      await this.samples.rebuildFollowers(tx, businessId);
      await this.samples.rebuildAccountDays(tx, businessId);
      await this.staleDays.all(tx, businessId);
    });
  }

  private locked<T>(businessId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.uow.run(
      Scope.business(businessId),
      async (tx) => {
        await this.staleDays.lock(tx, businessId);
        return work(tx);
      },
      { timeoutMs: TIMEOUT_MS },
    );
  }

  private next(after: string): Promise<string | null> {
    return this.uow.run(allFigures, (tx) => this.businesses.after(tx, after), { readOnly: true });
  }

  private sumUp(): Promise<boolean> {
    return this.uow.run(
      allFigures,
      async (tx) => {
        const stale = await this.claims.claim(tx);
        if (stale === null || stale.days.length === 0) {
          return false;
        }
        await this.figures.sumUp(tx, stale.businessId, stale.days);
        return true;
      },
      { timeoutMs: TIMEOUT_MS },
    );
  }
}
