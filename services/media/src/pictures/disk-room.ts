import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, FairQueue } from '@postloom/chassis';
import type { Turn } from '@postloom/chassis';
import { MEGABYTE } from '@postloom/contracts';
import type { MediaConfig } from '../config.ts';
import { withTempFolder } from './temp-folder.ts';

/** A temporary folder whose bytes are counted. */
export interface CountedFolder {
  readonly path: string;
  /**
   * Waits for room for all that will lie in it, before the first byte comes: once, so that nobody who holds room waits for more.
   * Without `waitMs` it is not refused: for workers, which bound their own work and wait until their signal is aborted.
   * @throws AppError unavailable when too many wait, or there is no room in time; the reason of the signal; Error when it was called before
   */
  reserve(bytes: number, turn?: Pick<Turn, 'waitMs' | 'signal'>): Promise<void>;
}

/** Of the room, what the files of one business may take: a flood leaves three quarters of it to everybody else. */
const SHARE = 1 / 4;
const WAITING = 100;
const WAITING_PER_BUSINESS = 20;

/**
 * Room on the disk for files on their way, of all kinds together: a pod whose files outgrow their volume is evicted, with everything that
 * anybody was sending to it. The queues bound how many files there are, this what they weigh. Room comes before every turn that a file waits
 * for while it lies there, so that nobody waits for room with a turn that others need to give theirs back.
 */
@Injectable()
export class DiskRoom {
  private readonly queue: FairQueue;

  constructor(@Inject(CONFIG) { diskRoomMb }: Pick<MediaConfig, 'diskRoomMb'>) {
    const bytes = diskRoomMb * MEGABYTE;
    this.queue = new FairQueue({
      ...{ name: 'files', slots: bytes, slotsPerKey: Math.floor(bytes * SHARE) },
      ...{ waiting: WAITING, waitingPerKey: WAITING_PER_BUSINESS },
    });
  }

  /** Number of files that wait for room. */
  get waiting(): number {
    return this.queue.length;
  }

  /** Runs `work` with a folder of its own. It is gone afterwards, and its room is free. `key`: a business, or the person of an export. */
  async inFolder<T>(key: string, work: (folder: CountedFolder) => Promise<T>): Promise<T> {
    let isAsked = false;
    let giveBack: (() => void) | undefined;
    try {
      return await withTempFolder((path) =>
        work({
          path,
          reserve: async (bytes, turn = {}) => {
            if (isAsked) {
              throw new Error('a folder asks for its room once');
            }
            isAsked = true;
            const isInternal = turn.waitMs === undefined;
            giveBack = await this.queue.enter(key, { ...turn, isInternal, weight: bytes });
          },
        }),
      );
    } finally {
      giveBack?.();
    }
  }
}
