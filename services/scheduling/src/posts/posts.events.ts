import { Controller } from '@nestjs/common';
import { publisherEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { RecordTargetEvent } from './record-target-event.ts';
import type { TargetEvent } from './target-event.ts';

type Head = EventEnvelope<DataOf<typeof publisherEvents.targetPublishing>>;

/** Events of the publisher about targets. */
@Controller()
export class PostsEvents {
  constructor(private readonly record: RecordTargetEvent) {}

  @On(publisherEvents.targetPublishing)
  publishing(event: EventEnvelope<DataOf<typeof publisherEvents.targetPublishing>>, tx: Tx): Promise<void> {
    return this.apply(event, tx, { ...head(event), kind: 'publishing' });
  }

  @On(publisherEvents.targetPublished)
  published(event: EventEnvelope<DataOf<typeof publisherEvents.targetPublished>>, tx: Tx): Promise<void> {
    const { remoteId, permalink, publishedAt } = event.data;
    const facts = { remoteId, permalink, publishedAt: new Date(publishedAt) };
    return this.apply(event, tx, { ...head(event), kind: 'published', ...facts });
  }

  @On(publisherEvents.targetDelayed)
  delayed(event: EventEnvelope<DataOf<typeof publisherEvents.targetDelayed>>, tx: Tx): Promise<void> {
    const { attempts, error, until, failures = null } = event.data;
    return this.apply(event, tx, {
      ...head(event),
      // To its owner, an attempt that fails during preparation is an attempt, although nothing was sent yet.
      ...{ attempts: Math.max(attempts, failures ?? 0), kind: 'delayed', error, failures, until: new Date(until) },
    });
  }

  @On(publisherEvents.targetFailed)
  failed(event: EventEnvelope<DataOf<typeof publisherEvents.targetFailed>>, tx: Tx): Promise<void> {
    return this.apply(event, tx, { ...head(event), kind: 'failed', error: event.data.error });
  }

  @On(publisherEvents.targetNeedsAttention)
  needsAttention(event: EventEnvelope<DataOf<typeof publisherEvents.targetNeedsAttention>>, tx: Tx): Promise<void> {
    return this.apply(event, tx, { ...head(event), kind: 'needs_attention', error: event.data.error });
  }

  private async apply(event: Head, tx: Tx, targetEvent: TargetEvent): Promise<void> {
    if (event.businessId === null) {
      return;
    } // a target without a business is not ours
    await this.record.execute(tx, event.businessId, event.data.postId, event.data.targetId, targetEvent);
  }
}

function head(event: Head): { round: number; version: number; attempts: number; accountId: string } {
  const { round, attempts, accountId } = event.data;
  return { round, attempts, accountId, version: event.version };
}
