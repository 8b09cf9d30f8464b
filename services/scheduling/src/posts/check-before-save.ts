import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import type { KnownFacts } from '../facts/index.ts';
import { checkable, checkPost, countFindings, refuseWhatPlatformsRefuse } from './check-post.ts';
import { NearbyPostsRepository } from './nearby-posts.repository.ts';
import type { PostRecord } from './post.ts';

/** Every save by a person passes here: what a platform would certainly refuse is refused, other findings are counted (`Post.preflight`). */
@Injectable()
export class CheckBeforeSave {
  constructor(private readonly nearby: NearbyPostsRepository) {}

  /**
   * The post with its findings counted. `platforms`: those that are sent now, when not all are.
   * @throws AppError validation_failed with the limit's sentence
   */
  async execute(tx: Tx, post: PostRecord, facts: KnownFacts, platforms?: readonly Platform[]): Promise<PostRecord> {
    const asked = { ...checkable(post), ...(platforms !== undefined && { platforms, dueAt: facts.now }) };
    const nearby = asked.isToGoOut ? await this.nearby.of(tx, post.businessId, post.id, asked) : [];
    const checks = checkPost(asked, facts, nearby);
    refuseWhatPlatformsRefuse(asked, checks);
    return { ...post, preflight: countFindings(checks) };
  }
}
