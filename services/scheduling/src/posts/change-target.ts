import { Injectable } from '@nestjs/common';
import type { ParsedInputOf, Post, schedulingRpc } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { AskOwners, RefsRepository } from '../facts/index.ts';
import type { Attempt, KnownFacts } from '../facts/index.ts';
import { ownContentSentence, postWithOwnContent } from './change-target-rules.ts';
import { CheckBeforeSave } from './check-before-save.ts';
import { byPerson, history } from './history.ts';
import { openQuestions } from './open-questions.ts';
import { postDocument } from './post-document.ts';
import { PostWriter } from './post-writer.ts';
import { everyPhotoOf } from './post.ts';
import { PostsRepository } from './posts.repository.ts';
import { targetRetried } from './send-rules.ts';

type Input = ParsedInputOf<typeof schedulingRpc.targetUpdate>;

/**
 * PUT /api/posts/{id}/targets/{platform}: what one platform gets, while others may be public. Its target is locked before anything is
 * decided, so nothing that is in the publisher's hands is changed; with `retry` change and new round are one transaction.
 */
@Injectable()
export class ChangeTarget {
  constructor(
    private readonly posts: PostsRepository,
    private readonly refs: RefsRepository,
    private readonly askOwners: AskOwners,
    private readonly writer: PostWriter,
    private readonly check: CheckBeforeSave,
  ) {}

  /** @throws AppError not_found, publishing, version_conflict, not_retryable, validation_failed, upgrade_required, forbidden */
  async execute(input: Input, context: RpcContext): Promise<Post> {
    const writer = writerOf(context);
    return this.askOwners.untilAnswered<Post>(context, writer.businessId, (tx, isAsked) =>
      this.attempt(tx, input, writer, isAsked),
    );
  }

  private async attempt(
    tx: Tx,
    { id, platform, changes }: Input,
    writer: ReturnType<typeof writerOf>,
    isAsked: boolean,
  ): Promise<Attempt<Post>> {
    const { post, now } = await this.posts.lockExisting(tx, writer.businessId, id);
    const photoIds = [...new Set([...everyPhotoOf(post), ...(changes.photoIds ?? [])])];
    const facts: KnownFacts = { ...(await this.refs.known(tx, writer.businessId, photoIds)), now };
    const open = isAsked ? null : openQuestions(facts, { platforms: [platform], photoIds });
    if (open !== null) {
      return { open };
    }
    const changed = postWithOwnContent(post, platform, changes, facts);
    const wanted = changes.retry ? targetRetried(changed, platform, facts) : changed;
    const checked = await this.check.execute(tx, wanted, facts, [platform]);
    const sentence = ownContentSentence(post, checked, platform);
    const lines = [...(sentence === null ? [] : [sentence]), ...(changes.retry ? [history.retry(platform)] : [])].map(
      (what) => byPerson(writer.userId, what, platform),
    );
    const saved = await this.writer.save(tx, post, checked, now, lines, { chargeAgain: changes.retry });
    return { answer: postDocument(saved) };
  }
}
