import { Injectable } from '@nestjs/common';
import { FairQueue } from '@postloom/chassis';
import type { Caller } from '@postloom/messaging';

/** Each holds up to half a megabyte when media does not read it, which leaves a pod of 320 MB room for everything else. */
const UPLOADS_AT_ONCE = 192;
/** Six browsers that send four files each. */
export const UPLOADS_OF_A_BUSINESS = 24;

/**
 * Turns of the uploads that pass through this process: a slow sender keeps one for minutes, and the limits of requests bound only how often
 * one begins. What is over the bound is refused before anything is reserved for it or read of it: it would only wait here, unread.
 */
@Injectable()
export class UploadTurns {
  private readonly queue = new FairQueue({
    ...{ name: 'uploads', slots: UPLOADS_AT_ONCE, slotsPerKey: UPLOADS_OF_A_BUSINESS },
    ...{ waiting: 0, waitingPerKey: 0 },
  });

  /** `upload` from its announcement to media's answer. @throws AppError unavailable */
  run<T>({ businessId, userId }: Caller, upload: () => Promise<T>): Promise<T> {
    return this.queue.run(businessId ?? userId ?? '', upload);
  }
}
