import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { schedulingRpc } from '@postloom/contracts';
import type { ParsedInputOf, Post } from '@postloom/contracts';
import { Random } from '@postloom/chassis';
import type { RpcContext } from '@postloom/messaging';
import { Idempotency, Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { AskOwners, isAnythingOpen, RefsRepository } from '../facts/index.ts';
import type { KnownFacts, OpenQuestions } from '../facts/index.ts';
import { metrics } from '../metrics.ts';
import { CheckBeforeSave } from './check-before-save.ts';
import { photosOf } from './chosen-photos.ts';
import { byPerson, history } from './history.ts';
import { newPost } from './new-post.ts';
import { postDocument } from './post-document.ts';
import { unconnected } from './post-rules.ts';
import { PostWriter } from './post-writer.ts';

type Input = ParsedInputOf<typeof schedulingRpc.postCreate>;
type Writer = ReturnType<typeof writerOf>;

/** What a post would need of the things others own and the projections can't confirm. */
export function openQuestions(
  facts: KnownFacts,
  wanted: { platforms: Parameters<typeof unconnected>[0]; photoIds: readonly string[] },
): OpenQuestions {
  return {
    business: facts.business === null,
    accounts: unconnected(wanted.platforms, facts.accounts).length > 0,
    photoIds: wanted.photoIds.filter((id) => !facts.photoIds.includes(id)),
    sizesOf: (facts.photos ?? []).flatMap(({ id, width }) => (width === null ? [id] : [])),
  };
}

/** Hash of a request's body for `Idempotency-Key`. */
export function bodyHash(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64url');
}

/** POST /api/posts: counts the month's post and writes post, targets, timeline and events in one transaction. */
@Injectable()
export class CreatePost {
  constructor(
    @Inject(Uow) private readonly uow: Uow,
    @Inject(Idempotency) private readonly idempotency: Idempotency,
    @Inject(RefsRepository) private readonly refs: RefsRepository,
    @Inject(AskOwners) private readonly askOwners: AskOwners,
    @Inject(PostWriter) private readonly writer: PostWriter,
    @Inject(CheckBeforeSave) private readonly check: CheckBeforeSave,
    @Inject(Random) private readonly random: Random,
  ) {}

  /**
   * @throws AppError validation_failed (the spec's sentence), invalid_date, not_found (photo or business of somebody else),
   * upgrade_required, idempotency_mismatch, conflict, forbidden, no_business
   */
  async execute(input: Input, context: RpcContext): Promise<Post> {
    const writer = writerOf(context);
    const photoIds = photosOf(input);
    const attempt = (asked: boolean) =>
      this.uow.run(Scope.business(writer.businessId), async (tx) => {
        const facts = await this.refs.known(tx, writer.businessId, photoIds);
        const open = openQuestions(facts, { platforms: input.platforms, photoIds });
        if (!asked && isAnythingOpen(open)) return { open };
        return { post: await this.once(tx, input, writer, facts, context.idempotencyKey) };
      });
    let result = await attempt(false);
    if (result.open !== undefined) {
      await this.askOwners.execute(context, writer.businessId, result.open);
      result = await attempt(true);
    }
    if (result.post === undefined) throw new Error('a creation ended without a post');
    metrics.postsCreated.add(1, { source: 'manual' });
    return result.post;
  }

  private once(tx: Tx, input: Input, writer: Writer, facts: KnownFacts, key: string | null): Promise<Post> {
    const call = { userId: writer.userId, key, call: 'post.create', bodyHash: key === null ? '' : bodyHash(input) };
    return this.idempotency.run(tx, call, async () => {
      const made = newPost(input, writer, facts, () => this.random.uuidv7());
      const post = await this.check.execute(tx, made, facts);
      await this.writer.create(tx, post, [byPerson(writer.userId, history.created(post))]);
      return postDocument(post);
    });
  }
}
