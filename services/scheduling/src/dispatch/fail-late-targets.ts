import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import { bySystem, history, PostsRepository, PostWriter, withTargets } from '../posts/index.ts';
import type { StoredError, Target } from '../posts/index.ts';
import type { DueTarget } from './dispatch-rules.ts';

/** Fails targets that are too late, with the reason that the person reads. */
@Injectable()
export class FailLateTargets {
  constructor(
    private readonly posts: PostsRepository,
    private readonly writer: PostWriter,
  ) {}

  /** All targets belong to one post; the caller has claimed them. */
  async execute(tx: Tx, due: readonly DueTarget[], error: StoredError): Promise<void> {
    const [first] = due;
    if (first === undefined) {
      return;
    }
    const locked = await this.posts.lock(tx, first.businessId, first.postId);
    if (locked === null) {
      return;
    }
    const { post, now } = locked;
    const isLate = (target: Target): boolean =>
      target.state === 'scheduled' && due.some(({ id, round }) => id === target.id && round === target.round);
    const late = post.targets.filter(isLate);
    if (late.length === 0) {
      return;
    }
    const targets = post.targets.map((target): Target =>
      isLate(target) ? { ...target, state: 'failed', error } : target,
    );
    const lines = late.map(({ platform }) => bySystem(history.failed(platform, error.message), platform));
    await this.writer.save(tx, post, withTargets(post, targets, now), now, lines, { isProgress: true });
  }
}
