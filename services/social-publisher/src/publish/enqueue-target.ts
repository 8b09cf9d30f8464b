import { Injectable } from '@nestjs/common';
import { currentTraceparent, Random } from '@postloom/chassis';
import { accountMessages, publisherEvents } from '@postloom/contracts';
import type { DataOf, schedulingEvents } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { LanesRepository } from '../lanes/index.ts';
import { Failpoints } from './failpoints.ts';
import { eventVersion } from './job.ts';
import { QueueRepository } from './queue.repository.ts';
import { TargetEvents } from './target-events.ts';

/**
 * A target is due: one job per target and round. A newer round never runs beside an older one: what was not sent is cancelled, what is
 * public or possibly public continues under the new number.
 */
@Injectable()
export class EnqueueTarget {
  constructor(
    private readonly queue: QueueRepository,
    private readonly lanes: LanesRepository,
    private readonly events: TargetEvents,
    private readonly failpoints: Failpoints,
    private readonly random: Random,
  ) {}

  async execute(tx: Tx, businessId: string, due: DataOf<typeof schedulingEvents.targetDue>): Promise<void> {
    const [, , rounds] = await Promise.all([
      this.queue.lockTarget(tx, due.postId, due.targetId),
      this.lanes.lockForTarget(tx, businessId, due.targetId, due.accountId),
      this.queue.ofTarget(tx, businessId, due.targetId),
    ]);
    if (rounds.some((job) => job.round >= due.round)) {
      return;
    } // enqueued before
    const out = rounds.find(
      (job) => job.state === 'verifying' || job.state === 'confirmed' || job.state === 'published',
    );
    if (out !== undefined) {
      const adopted = await this.queue.adoptRound(tx, out.id, due);
      await this.events.end(tx, businessId, adopted);
      return;
    }
    if (rounds.length > 0) {
      await this.queue.cancelUnsent(tx, businessId, due.targetId);
    }

    const lane = await this.queue.lane(tx, businessId, due.accountId);
    if (lane === null) {
      await this.refuseUnknownAccount(tx, businessId, due);
      return;
    }
    const id = this.random.uuidv7();
    const isNew = await this.queue.add(tx, { ...due, id, businessId, traceparent: currentTraceparent() ?? null });
    if (!isNew) {
      return;
    }
    if (lane.parked !== null) {
      const error = { code: lane.parked, message: lane.reason ?? accountMessages.disconnected };
      await this.events.needsAttention(tx, businessId, await this.queue.markParked(tx, id, error));
    }
    await this.lanes.wake(tx, due.accountId);
    await this.lanes.reportIfBlocked(tx, due.accountId);
    tx.afterCommit(() => this.failpoints.hit('enqueued'));
  }

  /** Another business's account, or one that never existed: the answer does not say which. */
  private refuseUnknownAccount(
    tx: Tx,
    businessId: string,
    due: DataOf<typeof schedulingEvents.targetDue>,
  ): Promise<void> {
    const { targetId, round, postId, platform, accountId } = due;
    return tx.emit(publisherEvents.targetFailed, {
      businessId,
      entityId: targetId,
      version: eventVersion(round, 0),
      data: {
        targetId,
        round,
        postId,
        platform,
        accountId,
        attempts: 0,
        error: { code: 'not_connected', message: 'No account is connected for this post. Connect one, then retry.' },
      },
    });
  }
}
