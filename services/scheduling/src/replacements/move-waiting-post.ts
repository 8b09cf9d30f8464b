import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import {
  byPerson,
  history,
  movedTarget,
  PostsRepository,
  PostWriter,
  waitsForAccount,
  withTargets,
} from '../posts/index.ts';
import type { Target } from '../posts/index.ts';
import type { ReplacementRow } from './replacements.worker.ts';

/** One post goes from another account: what waits for the old one, and only that. A target on its way stays where it is. */
@Injectable()
export class MoveWaitingPost {
  constructor(
    private readonly posts: PostsRepository,
    private readonly writer: PostWriter,
  ) {}

  /** Does nothing when the post was moved, sent or deleted meanwhile. */
  async execute(tx: Tx, replacement: ReplacementRow, postId: string): Promise<void> {
    const locked = await this.posts.lock(tx, replacement.business_id, postId);
    if (locked === null) {
      return;
    }
    const { post, now } = locked;
    const isWaiting = (target: Target): boolean =>
      target.accountId === replacement.from_account_id && waitsForAccount(target);
    const waiting = post.targets.filter(isWaiting);
    if (waiting.length === 0) {
      return;
    }
    const targets = post.targets.map((target) =>
      isWaiting(target) ? movedTarget(target, replacement.to_account_id, now) : target,
    );
    const lines = waiting.map(({ platform }) =>
      byPerson(replacement.decided_by, history.otherAccount(platform), platform),
    );
    await this.writer.save(tx, post, withTargets(post, targets, now), now, lines);
  }
}
