import { Injectable } from '@nestjs/common';
import type { RpcContext } from '@postloom/messaging';
import { Quotas, Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { PostWriter } from './post-writer.ts';
import type { PostRecord } from './post.ts';
import { PostsRepository } from './posts.repository.ts';

/** Long enough for the 500 posts of an import. */
const LONGEST_MS = 25_000;

/**
 * Takes posts of one source back, and their share of the plan with them, because nobody has worked with them. One that somebody has
 * changed is theirs and stays, as does one that is going out. What is gone already is no mistake: asking twice changes nothing.
 */
@Injectable()
export class TakeBackPosts {
  constructor(
    private readonly uow: Uow,
    private readonly posts: PostsRepository,
    private readonly writer: PostWriter,
    private readonly quotas: Quotas,
  ) {}

  /** @throws AppError forbidden, no_business, conflict (a post is being changed) */
  execute(
    ids: readonly string[],
    source: PostRecord['source'],
    context: RpcContext,
  ): Promise<{ removed: string[]; kept: string[] }> {
    const { businessId } = writerOf(context);
    const work = async (tx: Tx) => {
      const removed: PostRecord[] = [];
      const kept: string[] = [];
      // In one order, so that two undos at once do not wait for each other.
      for (const id of [...new Set(ids)].sort()) {
        const locked = await this.posts.lock(tx, businessId, id);
        if (locked === null) {
          continue;
        }
        if (locked.post.source === source && isUntouched(locked.post)) {
          await this.writer.delete(tx, locked.post);
          removed.push(locked.post);
        } else {
          kept.push(id);
        }
      }
      // Those of one import were counted at once.
      const counted = removed.flatMap(({ payerId, chargedAt }) =>
        chargedAt === null ? [] : [{ payerId, takenAt: chargedAt }],
      );
      for (const [first, ...rest] of Map.groupBy(
        counted,
        ({ payerId, takenAt }) => `${payerId} ${takenAt.getTime()}`,
      ).values()) {
        if (first !== undefined) {
          await this.quotas.giveBack(tx, { ...first, metric: 'posts', amount: 1 + rest.length });
        }
      }
      return { removed: removed.map(({ id }) => id), kept };
    };
    return this.uow.run(Scope.business(businessId), work, { timeoutMs: LONGEST_MS });
  }
}

/** A post as it was made: its first version, of which the publisher has nothing yet. */
function isUntouched({ status, version, targets }: PostRecord): boolean {
  const isWaiting = status === 'draft' || targets.every(({ state }) => state === 'scheduled');
  return version === 1 && isWaiting;
}
