import { Injectable } from '@nestjs/common';
import { FairQueue } from '@postloom/chassis';
import type { Caller } from '@postloom/messaging';

/** Each holds up to half a megabyte when media does not read it: with the turns of downloads some 300 MB of a pod's 512. */
const UPLOADS_AT_ONCE = 192;
/** Six browsers that send four files each. */
export const UPLOADS_OF_A_BUSINESS = 24;

/** A client that sends a folder at once begins so many more. */
export const WAITING_OF_A_BUSINESS = 100;
/** A wait that still spares the person sending the bytes again. */
const QUEUE_MS = 30_000;

/**
 * Turns of the uploads that pass through this process: a slow sender keeps one for minutes, and the limits of requests bound only how often
 * one begins. Of what waits nothing is read, announced or reserved, and what is over the bound is refused at once.
 */
@Injectable()
export class UploadTurns {
  private readonly queue = new FairQueue({
    ...{ name: 'uploads', slots: UPLOADS_AT_ONCE, slotsPerKey: UPLOADS_OF_A_BUSINESS },
    ...{ waiting: 1_000, waitingPerKey: WAITING_OF_A_BUSINESS },
  });

  /** Number of uploads that pass now. */
  get taken(): number {
    return this.queue.taken;
  }

  /** Number of uploads that wait. */
  get waiting(): number {
    return this.queue.length;
  }

  /**
   * `upload` from its announcement to media's answer. `left` ends the wait of who has gone.
   * @throws AppError unavailable when too many wait, or the wait is too long
   */
  run<T>({ businessId, userId }: Caller, left: AbortSignal, upload: () => Promise<T>): Promise<T> {
    return this.queue.run(businessId ?? userId ?? '', upload, { waitMs: QUEUE_MS, signal: left });
  }
}
