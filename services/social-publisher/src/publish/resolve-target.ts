import { Injectable } from '@nestjs/common';
import type { DataOf, resolveEvents } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { LanesRepository } from '../lanes/index.ts';
import { givenUp, sentAgain } from './after-steps.ts';
import { QueueRepository } from './queue.repository.ts';
import { TargetEvents } from './target-events.ts';

/**
 * A person has checked the account and resolves a post in doubt: published, send again, or give up. The resolution is kept beside its
 * effect. It does not decide about an outcome that is still being verified: what we find ourselves takes precedence, and while an attempt
 * is open nothing is sent. The resolution then applies when verification ends without an answer.
 */
@Injectable()
export class ResolveTarget {
  constructor(
    private readonly queue: QueueRepository,
    private readonly lanes: LanesRepository,
    private readonly events: TargetEvents,
  ) {}

  async execute(tx: Tx, businessId: string, said: DataOf<typeof resolveEvents.targetResolved>): Promise<void> {
    const [, rounds] = await Promise.all([
      this.lanes.lockForTarget(tx, businessId, said.targetId, null),
      this.queue.ofTarget(tx, businessId, said.targetId),
    ]);
    const job = rounds.find((candidate) => candidate.round === said.round);
    if (job === undefined) {
      return;
    } // it continues under a newer round, which has events of its own
    switch (job.state) {
      case 'published':
      case 'confirmed':
      case 'failed':
      case 'cancelled':
        return; // resolved before, or the outcome was found in the meantime
      case 'verifying':
        await this.queue.keepResolution(tx, job.id, said.outcome);
        return;
      case 'queued':
      case 'prepared':
      case 'needs_attention':
        break;
    }
    switch (said.outcome) {
      case 'published':
        await this.events.end(tx, businessId, await this.queue.publishedByResolution(tx, job.id));
        return;
      case 'give_up':
        await this.events.end(tx, businessId, await this.queue.endedByResolution(tx, job.id, 'give_up', givenUp));
        return;
      case 'send_again': {
        // The next round arrives as target.due, before or after this. If it is already verifying, it need not find anything.
        await this.queue.endedByResolution(tx, job.id, 'send_again', sentAgain);
        await this.queue.skipVerification(tx, said.targetId, said.round);
        await this.lanes.wake(tx, job.accountId);
        return;
      }
    }
  }
}
