import { Injectable } from '@nestjs/common';
import { schedulingRpc } from '@postloom/contracts';
import type { ParsedInputOf, Post } from '@postloom/contracts';
import { Random } from '@postloom/chassis';
import type { RpcContext } from '@postloom/messaging';
import { Idempotency } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { AskOwners, RefsRepository } from '../facts/index.ts';
import type { KnownFacts } from '../facts/index.ts';
import { metrics } from '../metrics.ts';
import { CheckBeforeSave } from './check-before-save.ts';
import { photosOf } from './chosen-photos.ts';
import { byPerson, history } from './history.ts';
import { newPost } from './new-post.ts';
import { openQuestions } from './open-questions.ts';
import { postDocument } from './post-document.ts';
import { PostWriter } from './post-writer.ts';

type Input = ParsedInputOf<typeof schedulingRpc.postCreate>;
type Writer = ReturnType<typeof writerOf>;

/** POST /api/posts: charges the month's quota and writes post, targets, timeline and events in one transaction. */
@Injectable()
export class CreatePost {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly refs: RefsRepository,
    private readonly askOwners: AskOwners,
    private readonly writer: PostWriter,
    private readonly check: CheckBeforeSave,
    private readonly random: Random,
  ) {}

  /**
   * @throws AppError validation_failed (with the contract's sentence), invalid_date, not_found (another tenant's photo or business),
   * upgrade_required, idempotency_mismatch, conflict, forbidden, no_business
   */
  async execute(input: Input, context: RpcContext): Promise<Post> {
    const writer = writerOf(context);
    const photoIds = photosOf(input);
    const post = await this.askOwners.untilAnswered<Post>(context, writer.businessId, async (tx, isAsked) => {
      const facts = await this.refs.known(tx, writer.businessId, photoIds);
      const open = isAsked ? null : openQuestions(facts, { platforms: input.platforms, photoIds });
      if (open !== null) {
        return { open };
      }
      return { answer: await this.once(tx, input, writer, facts, context) };
    });
    metrics.postsCreated.add(1, { source: 'manual' });
    return post;
  }

  private once(tx: Tx, input: Input, writer: Writer, facts: KnownFacts, context: RpcContext): Promise<Post> {
    return this.idempotency.run(tx, context, 'post.create', input, async () => {
      const made = newPost(input, writer, facts, () => this.random.uuidv7());
      const post = await this.check.execute(tx, made, facts);
      await this.writer.create(tx, post, [byPerson(writer.userId, history.created(post))]);
      return postDocument(post);
    });
  }
}
