import { Injectable } from '@nestjs/common';
import type { BudgetNote, Delivery, PublishPhoto } from '../platforms/index.ts';
import type { Job } from './job.ts';
import { PostPhotos } from './post-photos.ts';
import type { LaneRun } from './lane-run.ts';

/** One call's view of a post. `close` frees the memory of its pictures. */
export interface OpenDelivery extends Delivery {
  close(): void;
}

/** Builds what adapters see of a job. */
@Injectable()
export class Deliveries {
  constructor(private readonly photos: PostPhotos) {}

  /** Rate figures in the platform's answers are added to `budgets`. */
  open(run: LaneRun, job: Job, budgets: BudgetNote[]): OpenDelivery {
    if (run.credentials === null) {
      throw new Error('a call was planned without tokens');
    }
    const turn = this.photos.turn();
    let photos: Promise<readonly PublishPhoto[]> | undefined;
    return {
      accountRemoteId: job.accountRemoteId,
      username: job.username,
      tokens: run.credentials.tokens,
      caption: job.caption,
      photoCount: job.photoIds.length,
      photos: () => (photos ??= this.photos.of(job, turn)),
      budget: (note) => void budgets.push(note),
      close: () => turn.end(),
    };
  }
}
