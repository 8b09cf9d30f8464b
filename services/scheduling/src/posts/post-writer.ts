import { Injectable } from '@nestjs/common';
import { schedulingEvents } from '@postloom/contracts';
import { Quotas } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { hasOtherTexts, PostWordsRepository } from '../words/index.ts';
import { DueSignal } from './due-signal.ts';
import { firstWords } from './first-words.ts';
import type { HistoryLine } from './history.ts';
import { hasEnded, shownStatus } from './post-status.ts';
import { everyPhotoOf } from './post.ts';
import type { PostRecord } from './post.ts';
import { PostsRepository } from './posts.repository.ts';

/** The only way in which a post is written: row, timeline, the words it is found by, the payer's quota charge and its events, in one transaction. */
@Injectable()
export class PostWriter {
  constructor(
    private readonly posts: PostsRepository,
    private readonly words: PostWordsRepository,
    private readonly quotas: Quotas,
    private readonly due: DueSignal,
  ) {}

  /** @throws AppError upgrade_required 'Post limit reached. …' */
  async create(tx: Tx, post: PostRecord, lines: readonly HistoryLine[]): Promise<PostRecord> {
    // Sent together. The row that counts the payer's posts comes last and is locked for the shortest time, because all creations of one
    // payer queue for it. Whichever fails rolls back all.
    await Promise.all([
      this.posts.insert(tx, post, lines),
      this.words.add(tx, post.businessId, [post]),
      this.quotas.take(tx, { payerId: post.payerId, metric: 'posts', amount: 1 }),
    ]);
    await this.emitCreated(tx, post);
    return post;
  }

  /** As `create`, for many posts whose quota the caller has charged. */
  async createCounted(
    tx: Tx,
    made: readonly { readonly post: PostRecord; readonly lines: readonly HistoryLine[] }[],
  ): Promise<void> {
    await this.insertAll(tx, made);
    for (const { post } of made) {
      await this.emitCreated(tx, post);
    }
  }

  /** Posts that ended elsewhere, long ago: nothing is charged, and nobody is told that they have ended now. */
  async createHistory(
    tx: Tx,
    made: readonly { readonly post: PostRecord; readonly lines: readonly HistoryLine[] }[],
  ): Promise<void> {
    await this.insertAll(tx, made);
    for (const { post } of made) {
      await tx.emit(schedulingEvents.postChanged, this.facts(post));
    }
  }

  private async insertAll(
    tx: Tx,
    made: readonly { readonly post: PostRecord; readonly lines: readonly HistoryLine[] }[],
  ): Promise<void> {
    const ofBusiness = Map.groupBy(
      made.map(({ post }) => post),
      (post) => post.businessId,
    );
    await Promise.all([
      ...made.map(({ post, lines }) => this.posts.insert(tx, post, lines)),
      ...Array.from(ofBusiness, ([businessId, posts]) => this.words.add(tx, businessId, posts)),
    ]);
  }

  private async emitCreated(tx: Tx, post: PostRecord): Promise<void> {
    const event = post.status === 'scheduled' ? schedulingEvents.postScheduled : schedulingEvents.postCreated;
    await tx.emit(event, this.facts(post));
    this.wakeWhenDue(tx, post, post.createdAt);
  }

  /**
   * Saves the change of a locked post under its next version. A post that fails with nothing published has its quota charge refunded; a
   * person who revives it is charged again. One event reports the outcome: settled, scheduled, progressed (`isProgress`: nothing but its
   * progress at the platforms has changed) or changed. @throws AppError upgrade_required when the plan has none left
   */
  async save(
    tx: Tx,
    before: PostRecord,
    after: PostRecord,
    now: Date,
    lines: readonly HistoryLine[],
    options: { chargeAgain?: boolean; isProgress?: boolean } = {},
  ): Promise<PostRecord> {
    const chargedAt = await this.settleCharge(tx, after, now, options.chargeAgain ?? false);
    const next = { ...after, chargedAt, version: before.version + 1, updatedAt: now };
    await Promise.all([
      this.posts.save(tx, next, lines),
      ...(hasOtherTexts(before, next) ? [this.words.replace(tx, next.businessId, [next])] : []),
    ]);
    await this.emitSaved(tx, before, next, options.isProgress ?? false);
    this.wakeWhenDue(tx, next, now);
    return next;
  }

  private async emitSaved(tx: Tx, before: PostRecord, next: PostRecord, isProgress: boolean): Promise<void> {
    if (next.status === before.status || next.status === 'draft') {
      const event = isProgress ? schedulingEvents.postProgressed : schedulingEvents.postChanged;
      await tx.emit(event, this.facts(next));
    } else if (hasEnded(next.status)) {
      const targets = next.targets.map(({ platform, state, error }) => ({
        platform,
        status: shownStatus(state),
        reason: state === 'published' ? null : (error?.message ?? null),
      }));
      const data = {
        ...{ postId: next.id, status: next.status, dueAt: next.dueAt?.toISOString() ?? null, targets },
        firstWords: firstWords(next),
      };
      await tx.emit(schedulingEvents.postSettled, { ...this.facts(next), data });
    } else {
      await tx.emit(schedulingEvents.postScheduled, this.facts(next));
    }
  }

  async delete(tx: Tx, post: PostRecord): Promise<void> {
    await this.posts.delete(tx, post);
    await tx.emit(schedulingEvents.postDeleted, {
      businessId: post.businessId,
      entityId: post.id,
      version: post.version + 1,
      data: { postId: post.id, photoIds: [...everyPhotoOf(post)], targetIds: post.targets.map((target) => target.id) },
    });
  }

  private async settleCharge(tx: Tx, post: PostRecord, now: Date, retake: boolean): Promise<Date | null> {
    const request = { payerId: post.payerId, metric: 'posts' as const, amount: 1 };
    const isLost = post.status === 'failed' && post.targets.every((target) => target.state !== 'published');
    if (isLost && post.chargedAt !== null) {
      await this.quotas.giveBack(tx, { ...request, takenAt: post.chargedAt });
      return null;
    }
    if (!isLost && post.chargedAt === null && retake) {
      await this.quotas.take(tx, request);
      return now;
    }
    return post.chargedAt;
  }

  private facts(post: PostRecord) {
    return {
      businessId: post.businessId,
      entityId: post.id,
      version: post.version,
      data: {
        postId: post.id,
        status: post.status,
        platforms: post.targets.map((target) => target.platform),
        scheduledFor: post.dueAt?.toISOString() ?? null,
        photoIds: [...everyPhotoOf(post)],
      },
    };
  }

  private wakeWhenDue(tx: Tx, post: PostRecord, now: Date): void {
    const isDue = post.targets.some(({ state, dueAt }) => state === 'scheduled' && dueAt !== null && dueAt <= now);
    if (isDue) {
      tx.afterCommit(() => this.due.wake());
    }
  }
}
