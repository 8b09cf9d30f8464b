import { FairQueue } from '@postloom/chassis';
import { Injectable } from '@nestjs/common';

/**
 * What a turn holds in memory for as long as storage takes, in slots of 10 MB: the pictures made of its file, and of a copy up to 50 MB more,
 * the new file itself. The 16 slots together are 160 MB: beside two decoders at work some 240 MB of a pod are the service's own.
 */
const WEIGHTS = { pictures: 1, copy: 6 } as const;

/** Turns of what is decoded and stored, uploads and edits together. */
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
  run<T>(
    businessId: string,
    keep: () => Promise<T>,
    waitMs: number,
    holds: keyof typeof WEIGHTS = 'pictures',
  ): Promise<T> {
    return this.queue.run(businessId, keep, { waitMs, weight: WEIGHTS[holds] });
  }
}
