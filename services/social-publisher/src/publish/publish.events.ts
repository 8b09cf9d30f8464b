import { Controller } from '@nestjs/common';
import { resolveEvents, schedulingEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { EnqueueTarget } from './enqueue-target.ts';
import { QueueRepository } from './queue.repository.ts';
import { ResolveTarget } from './resolve-target.ts';

@Controller()
export class PublishEvents {
  constructor(
    private readonly enqueue: EnqueueTarget,
    private readonly resolve: ResolveTarget,
    private readonly queue: QueueRepository,
  ) {}

  @On(schedulingEvents.targetDue, { handler: 'enqueue', concurrency: 16 })
  async targetDue(event: EventEnvelope<DataOf<typeof schedulingEvents.targetDue>>, tx: Tx): Promise<void> {
    if (event.businessId === null) {
      return;
    } // a post without a business belongs to nobody
    await this.enqueue.execute(tx, event.businessId, event.data);
  }

  @On(resolveEvents.targetResolved, { handler: 'resolve' })
  async targetResolved(event: EventEnvelope<DataOf<typeof resolveEvents.targetResolved>>, tx: Tx): Promise<void> {
    if (event.businessId === null) {
      return;
    }
    await this.resolve.execute(tx, event.businessId, event.data);
  }

  @On(schedulingEvents.postDeleted, { handler: 'cancel' })
  async postDeleted(event: EventEnvelope<DataOf<typeof schedulingEvents.postDeleted>>, tx: Tx): Promise<void> {
    if (event.businessId === null) {
      return;
    }
    await this.queue.buryPost(tx, event.businessId, event.data.postId);
    await this.queue.stopPost(tx, event.businessId, event.data.postId);
  }
}
