import { Injectable } from '@nestjs/common';
import { resolveEvents, schedulingEvents } from '@postloom/contracts';
import type { ParsedInputOf, Post, resolveRpc } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Idempotency } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { AskOwners, RefsRepository } from '../facts/index.ts';
import type { KnownFacts, OpenQuestions } from '../facts/index.ts';
import { CheckBeforeSave } from './check-before-save.ts';
import { dueFacts } from './handover.ts';
import { byPerson, history } from './history.ts';
import type { HistoryLine } from './history.ts';
import { openQuestions } from './open-questions.ts';
import { postDocument } from './post-document.ts';
import { PostWriter } from './post-writer.ts';
import { everyPhotoOf, photosFor } from './post.ts';
import type { PostRecord } from './post.ts';
import { PostsRepository } from './posts.repository.ts';
import { resolvedPost, unclearTarget } from './resolve-rules.ts';

type Input = ParsedInputOf<typeof resolveRpc.targetResolve>;
type Writer = ReturnType<typeof writerOf>;

/** POST /api/posts/{id}/targets/{platform}/resolve: a person decides where the outcome could not be verified. */
@Injectable()
export class ResolveTarget {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly posts: PostsRepository,
    private readonly refs: RefsRepository,
    private readonly askOwners: AskOwners,
    private readonly check: CheckBeforeSave,
    private readonly writer: PostWriter,
  ) {}

  /** @throws AppError not_found, not_retryable, validation_failed, upgrade_required, forbidden, conflict, idempotency_mismatch */
  async execute(input: Input, context: RpcContext): Promise<Post> {
    const writer = writerOf(context);
    return this.askOwners.untilAnswered<Post>(context, writer.businessId, async (tx, isAsked) => {
      const open = isAsked || input.resolution.outcome !== 'send_again' ? null : await this.open(tx, input, writer);
      if (open !== null) {
        return { open };
      }
      const work = () => this.resolve(tx, input, writer);
      return { answer: await this.idempotency.run(tx, context, 'target.resolve', input, work) };
    });
  }

  private async open(tx: Tx, { id, platform }: Input, { businessId }: Writer): Promise<OpenQuestions | null> {
    const [post] = await this.posts.load(tx, businessId, [id]);
    if (post === undefined) {
      return null;
    } // a repeated call may still have its stored answer
    const photoIds = photosFor(post, platform);
    const facts = await this.refs.known(tx, businessId, photoIds);
    return openQuestions(facts, { platforms: [platform], photoIds });
  }

  private async resolve(tx: Tx, { id, platform, resolution }: Input, writer: Writer): Promise<Post> {
    const { post, now } = await this.posts.lockExisting(tx, writer.businessId, id);
    const before = unclearTarget(post, platform);
    const facts: KnownFacts = { ...(await this.refs.known(tx, writer.businessId, everyPhotoOf(post))), now };
    const decided = resolvedPost(post, platform, resolution, facts);
    const isSentAgain = resolution.outcome === 'send_again';
    const next = isSentAgain ? await this.check.execute(tx, decided, facts, [platform]) : decided;
    const line = lineOf(resolution.outcome, platform, writer.userId);
    const saved = await this.writer.save(tx, post, next, now, [line], { chargeAgain: true });
    const data = { targetId: before.id, round: before.round, postId: id, outcome: resolution.outcome };
    const facet = { businessId: post.businessId, entityId: before.id, version: before.round };
    await tx.emit(resolveEvents.targetResolved, { ...facet, data });
    if (isSentAgain) {
      await this.handOver(tx, saved, before.id, facts);
    }
    return postDocument(saved);
  }

  /** In the same transaction: the doubt ends and the next round begins, or neither. */
  private async handOver(tx: Tx, post: PostRecord, targetId: string, { business }: KnownFacts): Promise<void> {
    const target = post.targets.find(({ id }) => id === targetId);
    if (target === undefined || target.accountId === null || target.dueAt === null || business === null) {
      throw new Error('a target was sent again without an account, a date or a business');
    }
    const { id, platform, accountId, round, dueAt } = target;
    const { businessId, caption, captionByPlatform, photoIds, photoIdsByPlatform, source } = post;
    const handover = {
      ...{ id, businessId, postId: post.id, platform, accountId, round, dueAt },
      giveUpAt: new Date(dueAt.getTime() + business.lateLimitMinutes * 60_000),
      ...{ caption, captionByPlatform, photoIds, photoIdsByPlatform, source, traceparent: null },
    };
    await tx.emit(schedulingEvents.targetDue, dueFacts(handover));
  }
}

function lineOf(
  outcome: Input['resolution']['outcome'],
  platform: Input['platform'],
  userId: string | null,
): HistoryLine {
  switch (outcome) {
    case 'published':
      return byPerson(userId, history.saidPublished(platform), platform);
    case 'send_again':
      return byPerson(userId, history.sendAgain(platform), platform);
    case 'give_up':
      return byPerson(userId, history.givenUp(platform), platform);
  }
}
