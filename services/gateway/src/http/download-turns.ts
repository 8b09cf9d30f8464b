import { Injectable } from '@nestjs/common';
import { FairQueue } from '@postloom/chassis';

/** What pages show, and what a person saves: an original or an export. */
export type DownloadKind = 'pictures' | 'downloads';

/** As many as a gallery shows at once. The next ones follow within milliseconds, as the first are answered. */
export const PICTURES_OF_A_READER = 64;
/** All that an address may ask for at once (`LIMIT_ADDRESS_PICTURES`). */
export const PICTURES_WAITING_OF_A_READER = 1_200;
export const DOWNLOADS_OF_A_READER = 16;
/** A wait that browsers and the proxies in front still sit out. */
const QUEUE_MS = 30_000;

/**
 * Turns of what browsers read through this process. Whoever reads slowly, or not at all, holds up to half a megabyte and a connection of
 * media's and of the storage's, and the limits of requests bound only how often one begins. Pictures have turns of their own, so that no
 * download holds them up, and are given up sooner: a page asks again, but a download that a person has paused goes on.
 */
@Injectable()
export class DownloadTurns {
  /** A reader that takes nothing for so long has gone, in milliseconds. */
  readonly readerMs: Record<DownloadKind, number> = { pictures: 30_000, downloads: 10 * 60_000 };

  private readonly queues: Readonly<Record<DownloadKind, FairQueue>> = {
    pictures: new FairQueue({
      ...{ name: 'pictures', slots: 320, slotsPerKey: PICTURES_OF_A_READER },
      ...{ waiting: 3_000, waitingPerKey: PICTURES_WAITING_OF_A_READER },
    }),
    downloads: new FairQueue({
      ...{ name: 'downloads', slots: 96, slotsPerKey: DOWNLOADS_OF_A_READER },
      ...{ waiting: 500, waitingPerKey: 100 },
    }),
  };

  /** Number of those that pass now. */
  taken(kind: DownloadKind): number {
    return this.queues[kind].taken;
  }

  /** Number of those that wait. */
  waiting(kind: DownloadKind): number {
    return this.queues[kind].length;
  }

  /**
   * `send` until its reader has all of it, or has gone. `left` ends the wait.
   * @throws AppError unavailable when too many wait, or the wait is too long
   */
  run(kind: DownloadKind, reader: string, left: AbortSignal, send: (readerMs: number) => Promise<void>): Promise<void> {
    return this.queues[kind].run(reader, () => send(this.readerMs[kind]), { waitMs: QUEUE_MS, signal: left });
  }
}
