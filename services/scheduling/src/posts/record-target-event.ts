import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { ReplacedAccountsRepository } from '../facts/index.ts';
import { metrics } from '../metrics.ts';
import { bySystem, history } from './history.ts';
import type { HistoryLine } from './history.ts';
import { PostWriter } from './post-writer.ts';
import { withTargets } from './post.ts';
import { PostsRepository } from './posts.repository.ts';
import { afterEvent } from './target-event.ts';
import type { TargetEvent } from './target-event.ts';
import { waitsForAccount } from './waiting-target.ts';

/** Applies an event of the publisher to its target, in the event's own transaction; late and repeated events change nothing. */
@Injectable()
export class RecordTargetEvent {
  constructor(
    private readonly posts: PostsRepository,
    private readonly writer: PostWriter,
    private readonly replacedAccounts: ReplacedAccountsRepository,
  ) {}

  async execute(tx: Tx, businessId: string, postId: string, targetId: string, event: TargetEvent): Promise<void> {
    const locked = await this.posts.lock(tx, businessId, postId);
    const target = locked?.post.targets.find((candidate) => candidate.id === targetId);
    const next = target === undefined ? null : afterEvent(target, event);
    metrics.targetEvents.add(1, { kind: event.kind, effect: next === null ? 'none' : 'changed' });
    if (locked === null || target === undefined || next === null) {
      return;
    } // the post is gone, or the event is outdated
    const { post, now } = locked;
    const targets = post.targets.map((candidate) => (candidate.id === targetId ? next : candidate));
    // An event about a post that a restored database has without a date: it was published, so it had one.
    const dated = post.dueAt === null ? { ...post, dueAt: now, timeZone: 'UTC' } : post;
    const lines = [line(target.platform, event, post.timeZone ?? 'UTC')];
    await this.writer.save(tx, post, withTargets(dated, targets, now), now, lines, { isProgress: true });
    if (waitsForAccount(next)) {
      await this.replacedAccounts.wake(tx, businessId, event.accountId);
    }
  }
}

function line(platform: Platform, event: TargetEvent, timeZone: string): HistoryLine {
  switch (event.kind) {
    case 'publishing':
      return bySystem(history.publishing(platform), platform);
    case 'published':
      return bySystem(history.published(platform), platform);
    case 'delayed':
      return bySystem(
        event.failures === null
          ? history.delayed(platform, event.until, timeZone, event.error.message)
          : history.tryFailed(platform, event.failures, event.until, timeZone, event.error.message),
        platform,
      );
    case 'failed':
      return bySystem(history.failed(platform, event.error.message), platform);
    case 'needs_attention':
      return bySystem(history.needsAttention(platform, event.error.message), platform);
  }
}
