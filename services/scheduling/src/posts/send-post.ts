import { Injectable } from '@nestjs/common';
import type { Post } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Idempotency } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { AskOwners, RefsRepository } from '../facts/index.ts';
import type { KnownFacts, OpenQuestions } from '../facts/index.ts';
import { CheckBeforeSave } from './check-before-save.ts';
import { byPerson, history } from './history.ts';
import type { HistoryLine } from './history.ts';
import { openQuestions } from './open-questions.ts';
import { postDocument } from './post-document.ts';
import { PostWriter } from './post-writer.ts';
import { everyPhotoOf } from './post.ts';
import type { PostRecord } from './post.ts';
import { PostsRepository } from './posts.repository.ts';
import { postDueNow, postRetried } from './send-rules.ts';

type Kind = 'publish' | 'retry';

/** POST /api/posts/{id}/publish (all that is not published yet) and /retry (failed targets only): due now. */
@Injectable()
export class SendPost {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly posts: PostsRepository,
    private readonly refs: RefsRepository,
    private readonly askOwners: AskOwners,
    private readonly check: CheckBeforeSave,
    private readonly writer: PostWriter,
  ) {}

  /** @throws AppError not_found, publishing, not_retryable, validation_failed, upgrade_required, forbidden, conflict */
  async execute(kind: Kind, postId: string, context: RpcContext): Promise<Post> {
    const writer = writerOf(context);
    return this.askOwners.untilAnswered<Post>(context, writer.businessId, async (tx, isAsked) => {
      const open = isAsked ? null : await this.open(tx, writer.businessId, postId);
      if (open !== null) {
        return { open };
      }
      const work = () => this.send(tx, kind, postId, writer);
      return { answer: await this.idempotency.run(tx, context, `post.${kind}`, { postId }, work) };
    });
  }

  private async open(tx: Tx, businessId: string, postId: string): Promise<OpenQuestions | null> {
    const [post] = await this.posts.load(tx, businessId, [postId]);
    if (post === undefined) {
      return null;
    } // a repeated call may still have its stored answer
    const photoIds = everyPhotoOf(post);
    const facts = await this.refs.known(tx, businessId, photoIds);
    return openQuestions(facts, { platforms: post.targets.map((target) => target.platform), photoIds });
  }

  private async send(tx: Tx, kind: Kind, postId: string, writer: ReturnType<typeof writerOf>): Promise<Post> {
    const { post, now } = await this.posts.lockExisting(tx, writer.businessId, postId);
    const facts: KnownFacts = { ...(await this.refs.known(tx, writer.businessId, everyPhotoOf(post))), now };
    const due = kind === 'publish' ? postDueNow(post, facts) : postRetried(post, facts);
    // Those that the rule has just made due; the others are published, in doubt, or wait for their own time.
    const platforms = due.targets.filter((target) => !post.targets.includes(target)).map(({ platform }) => platform);
    const sent = await this.check.execute(tx, due, facts, platforms);
    const lines = kind === 'publish' ? [byPerson(writer.userId, history.publishNow)] : retryLines(post, writer.userId);
    return postDocument(await this.writer.save(tx, post, sent, now, lines, { chargeAgain: true }));
  }
}

function retryLines(post: PostRecord, userId: string | null): HistoryLine[] {
  return post.targets
    .filter((target) => target.state === 'failed')
    .map((target) => byPerson(userId, history.retry(target.platform), target.platform));
}
