import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Post } from '@postloom/contracts';
import { Random } from '@postloom/chassis';
import type { RpcContext } from '@postloom/messaging';
import { Idempotency, Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { RefsRepository } from '../facts/index.ts';
import { metrics } from '../metrics.ts';
import { CheckBeforeSave } from './check-before-save.ts';
import { copiedPost } from './copied-post.ts';
import { byPerson, history } from './history.ts';
import { postDocument } from './post-document.ts';
import { PostWriter } from './post-writer.ts';
import { everyPhotoOf } from './post.ts';
import { PostsRepository } from './posts.repository.ts';

/** POST /api/posts/{id}/duplicate: captions, photos and platforms of a post as a draft of its own. */
@Injectable()
export class DuplicatePost {
  constructor(
    private readonly uow: Uow,
    private readonly idempotency: Idempotency,
    private readonly posts: PostsRepository,
    private readonly refs: RefsRepository,
    private readonly check: CheckBeforeSave,
    private readonly writer: PostWriter,
    private readonly random: Random,
  ) {}

  /** @throws AppError not_found, upgrade_required, idempotency_mismatch, conflict, forbidden, no_business */
  async execute(postId: string, context: RpcContext): Promise<Post> {
    const writer = writerOf(context);
    const copy = await this.uow.run(Scope.business(writer.businessId), (tx) =>
      this.idempotency.run(tx, context, 'post.duplicate', { postId }, () => this.copy(tx, postId, writer)),
    );
    metrics.postsCreated.add(1, { source: 'manual' });
    return copy;
  }

  private async copy(tx: Tx, postId: string, writer: ReturnType<typeof writerOf>): Promise<Post> {
    const [original] = await this.posts.load(tx, writer.businessId, [postId]);
    if (original === undefined) {
      throw new AppError('not_found');
    }
    const facts = await this.refs.known(tx, writer.businessId, everyPhotoOf(original));
    const made = copiedPost(original, writer, facts, () => this.random.uuidv7());
    const post = await this.check.execute(tx, made, facts);
    await this.writer.create(tx, post, [byPerson(writer.userId, history.copied)]);
    return postDocument(post);
  }
}
