import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { bySystem, history } from './history.ts';
import type { HistoryLine } from './history.ts';
import { PostWriter } from './post-writer.ts';
import { withTargets } from './post.ts';
import { PostsRepository } from './posts.repository.ts';
import { afterNews } from './target-news.ts';
import type { TargetNews } from './target-news.ts';

/** Sets a target to what the publisher tells, in the event's own transaction; late and repeated news change nothing. */
@Injectable()
export class RecordTargetNews {
  constructor(
    private readonly posts: PostsRepository,
    private readonly writer: PostWriter,
  ) {}

  async execute(tx: Tx, businessId: string, postId: string, targetId: string, news: TargetNews): Promise<void> {
    const locked = await this.posts.lock(tx, businessId, postId);
    const target = locked?.post.targets.find((candidate) => candidate.id === targetId);
    const next = target === undefined ? null : afterNews(target, news);
    metrics.targetNews.add(1, { kind: news.kind, effect: next === null ? 'none' : 'changed' });
    if (locked === null || target === undefined || next === null) {
      return;
    } // the post is gone, or this is old news
    const { post, now } = locked;
    const targets = post.targets.map((candidate) => (candidate.id === targetId ? next : candidate));
    // News of a post that a restored database knows as undated: it went out, so it has a date.
    const dated = post.dueAt === null ? { ...post, dueAt: now, timeZone: 'UTC' } : post;
    await this.writer.save(tx, post, withTargets(dated, targets, now), now, [
      line(target.platform, news, post.timeZone ?? 'UTC'),
    ]);
  }
}

function line(platform: Platform, news: TargetNews, timeZone: string): HistoryLine {
  switch (news.kind) {
    case 'publishing':
      return bySystem(history.publishing(platform), platform);
    case 'published':
      return bySystem(history.published(platform), platform);
    case 'delayed':
      return bySystem(history.delayed(platform, news.until, timeZone, news.error.message), platform);
    case 'failed':
      return bySystem(history.failed(platform, news.error.message), platform);
    case 'needs_attention':
      return bySystem(history.needsAttention(platform, news.error.message), platform);
  }
}
