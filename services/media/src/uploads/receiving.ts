import { Clock, FairQueue } from '@postloom/chassis';
import { Injectable } from '@nestjs/common';
import { MAX_PHOTO_BYTES } from '@postloom/contracts';
import type { CountedFolder } from '../pictures/index.ts';

/** A wait for a turn and for room that still spares the person sending the bytes again. */
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

  constructor(private readonly clock: Clock) {}

  /**
   * Receives into a folder that has room for it: for the announced bytes, or for as many as a photo may have.
   * @throws AppError unavailable when too many wait
   */
  run<T>(key: string, folder: CountedFolder, announcedBytes: number | null, receive: () => Promise<T>): Promise<T> {
    const untilMs = this.clock.monotonicMs() + QUEUE_MS;
    const receiveWithRoom = async (): Promise<T> => {
      await folder.reserve(Math.min(announcedBytes ?? MAX_PHOTO_BYTES, MAX_PHOTO_BYTES), {
        waitMs: Math.max(0, untilMs - this.clock.monotonicMs()),
      });
      return receive();
    };
    return this.queue.run(key, receiveWithRoom, { waitMs: QUEUE_MS });
  }
}
