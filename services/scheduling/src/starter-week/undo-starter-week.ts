import { Injectable } from '@nestjs/common';
import type { StarterWeekUndone } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Quotas, Scope, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { PostsRepository, PostWriter } from '../posts/index.ts';
import type { PostRecord } from '../posts/index.ts';

/**
 * POST /api/posts/starter-week/undo: takes posts of a week back, and their share of the plan with them, because nobody has worked with them.
 * One that somebody has changed is theirs and stays, as does one that is going out. What is gone already is no mistake: asking twice
 * changes nothing.
 */
@Injectable()
export class UndoStarterWeek {
  constructor(
    private readonly uow: Uow,
    private readonly posts: PostsRepository,
    private readonly writer: PostWriter,
    private readonly quotas: Quotas,
  ) {}

  /** @throws AppError forbidden, no_business, conflict (a post is being changed) */
  execute(ids: readonly string[], context: RpcContext): Promise<StarterWeekUndone> {
    const { businessId } = writerOf(context);
    return this.uow.run(Scope.business(businessId), async (tx) => {
      const removed: PostRecord[] = [];
      const kept: string[] = [];
      // In one order, so that two undos at once do not wait for each other.
      for (const id of [...new Set(ids)].sort()) {
        const locked = await this.posts.lock(tx, businessId, id);
        if (locked === null) {
          continue;
        }
        if (isUntouched(locked.post)) {
          await this.writer.delete(tx, locked.post);
          removed.push(locked.post);
        } else {
          kept.push(id);
        }
      }
      for (const { payerId, chargedAt } of removed) {
        if (chargedAt !== null) {
          await this.quotas.giveBack(tx, { payerId, metric: 'posts', amount: 1, takenAt: chargedAt });
        }
      }
      return { removed: removed.map(({ id }) => id), kept };
    });
  }
}

/** A post as it was made: its first version, of which the publisher has nothing yet. */
function isUntouched({ source, status, version, targets }: PostRecord): boolean {
  const isWaiting = status === 'draft' || targets.every(({ state }) => state === 'scheduled');
  return source === 'template' && version === 1 && isWaiting;
}
