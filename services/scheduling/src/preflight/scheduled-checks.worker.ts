import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Logger, Loops } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { CheckScheduledPost } from './check-scheduled-post.ts';
import { ScheduledChecksClaims } from './scheduled-checks.claims.ts';

const BATCH = 50;
/** Nobody minds some seconds, a day or an hour ahead. */
const POLL_MS = 5_000;

/** Checks scheduled posts 24 hours and 1 hour before they are due, each exactly once. */
@Injectable()
export class ScheduledChecksWorker implements OnModuleInit {
  constructor(
    private readonly uow: Uow,
    private readonly loops: Loops,
    private readonly logger: Logger,
    private readonly claims: ScheduledChecksClaims,
    private readonly checkPost: CheckScheduledPost,
  ) {}

  onModuleInit(): void {
    this.loops.start({ name: 'scheduled checks', everyMs: POLL_MS, run: (signal) => this.round(signal) });
  }

  /** True: there may be more. */
  async round(signal: AbortSignal): Promise<boolean> {
    const due = await this.uow.run(Scope.system('scheduled posts whose check is due'), (tx) =>
      this.claims.due(tx, BATCH),
    );
    let checked = 0;
    for (const { id, business_id: businessId } of due) {
      if (signal.aborted) {
        return false;
      }
      try {
        await this.checkPost.execute(businessId, id);
        checked += 1;
      } catch (error) {
        // One post that is changed again and again must not keep the others from their check; it stays due.
        if (!(error instanceof AppError)) {
          throw error;
        }
        this.logger.info('A check was put off', { postId: id, code: error.code });
      }
    }
    return due.length === BATCH && checked > 0;
  }
}
