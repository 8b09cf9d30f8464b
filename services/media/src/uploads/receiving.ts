import { FairQueue } from '@postloom/chassis';
import { Injectable } from '@nestjs/common';

/** A wait that still spares the person sending the bytes again. */
const QUEUE_MS = 45_000;

/**
 * Turns of what is received and hashed, which runs on this one thread: without them a flood of large files would keep it from everybody
 * else. There are many slots because a slow sender occupies one for minutes.
 */
@Injectable()
export class Receiving {
  private readonly queue = new FairQueue({
    ...{ name: 'uploads', slots: 256, slotsPerKey: 3, waiting: 1_000, waitingPerKey: 100 },
  });

  /** @throws AppError unavailable when too many wait */
  run<T>(businessId: string, receive: () => Promise<T>): Promise<T> {
    return this.queue.run(businessId, receive, { waitMs: QUEUE_MS });
  }
}
