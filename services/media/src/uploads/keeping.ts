import { FairQueue } from '@postloom/chassis';
import { Injectable } from '@nestjs/common';

/**
 * Turns of what is decoded and stored, uploads and edits together: each holds the pictures made of its file in memory, up to 10 MB and the
 * file of a copy, for as long as storage takes.
 */
@Injectable()
export class Keeping {
  private readonly queue = new FairQueue({
    ...{ name: 'photos', slots: 16, slotsPerKey: 12, waiting: 100, waitingPerKey: 20 },
  });

  /** Number of those that wait. */
  get waiting(): number {
    return this.queue.length;
  }

  /** @throws AppError unavailable when too many wait, or the wait is too long */
  run<T>(businessId: string, keep: () => Promise<T>, waitMs: number): Promise<T> {
    return this.queue.run(businessId, keep, { waitMs });
  }
}
