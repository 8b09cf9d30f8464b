import { Controller } from '@nestjs/common';
import { publisherEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { RecordTargetNews } from './record-target-news.ts';
import type { TargetNews } from './target-news.ts';

type Head = EventEnvelope<DataOf<typeof publisherEvents.targetPublishing>>;

/** What the publisher tells about targets. */
@Controller()
export class PostsEvents {
  constructor(private readonly record: RecordTargetNews) {}

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
    const { error, until } = event.data;
    return this.apply(event, tx, { ...head(event), kind: 'delayed', error, until: new Date(until) });
  }

  @On(publisherEvents.targetFailed)
  failed(event: EventEnvelope<DataOf<typeof publisherEvents.targetFailed>>, tx: Tx): Promise<void> {
    return this.apply(event, tx, { ...head(event), kind: 'failed', error: event.data.error });
  }

  @On(publisherEvents.targetNeedsAttention)
  needsAttention(event: EventEnvelope<DataOf<typeof publisherEvents.targetNeedsAttention>>, tx: Tx): Promise<void> {
    return this.apply(event, tx, { ...head(event), kind: 'needs_attention', error: event.data.error });
  }

  private async apply(event: Head, tx: Tx, news: TargetNews): Promise<void> {
    if (event.businessId === null) {
      return;
    } // a target without a business is not ours
    await this.record.execute(tx, event.businessId, event.data.postId, event.data.targetId, news);
  }
}

function head(event: Head): { round: number; version: number; attempts: number; accountId: string } {
  const { round, attempts, accountId } = event.data;
  return { round, attempts, accountId, version: event.version };
}
