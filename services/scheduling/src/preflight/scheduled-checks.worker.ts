import { Injectable } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { LeasedWorker, Scope, Uow, WorkerTools } from '@postloom/persistence';
import { CheckScheduledPost } from './check-scheduled-post.ts';
import { ScheduledChecksClaims } from './scheduled-checks.claims.ts';
import type { ClaimedCheck } from './scheduled-checks.claims.ts';

/** Checks scheduled posts 24 hours and 1 hour before they are due, each exactly once. A few seconds more or less do not matter. */
@Injectable()
export class ScheduledChecksWorker extends LeasedWorker<ClaimedCheck> {
  constructor(
    tools: WorkerTools,
    private readonly uow: Uow,
    private readonly logger: Logger,
    private readonly claims: ScheduledChecksClaims,
    private readonly checkPost: CheckScheduledPost,
  ) {
    super(tools, { name: 'scheduled checks', slots: 8, pollMs: 5_000 });
  }

  protected override claim(free: number): Promise<ClaimedCheck[]> {
    return this.uow.run(Scope.system('scheduled posts whose check is due'), (tx) => this.claims.claim(tx, free));
  }

  protected override work(check: ClaimedCheck): Promise<void> {
    return this.checkPost.execute(check);
  }

  /** The end of its lease makes it due again. */
  protected override failed({ id }: ClaimedCheck, error: unknown): Promise<void> {
    this.logger.warn('A check of a scheduled post failed and will be tried again', { postId: id, error });
    return Promise.resolve();
  }
}
