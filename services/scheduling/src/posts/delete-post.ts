import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { changeability } from './post-status.ts';
import { PostWriter } from './post-writer.ts';
import { PostsRepository } from './posts.repository.ts';

/**
 * DELETE /api/posts/{id}: cancels what is not published yet and deletes the post; what is public stays public. A post that the publisher
 * has cannot be deleted. The quota charge stays: creating and deleting does not refill a plan.
 */
@Injectable()
export class DeletePost {
  constructor(
    private readonly uow: Uow,
    private readonly posts: PostsRepository,
    private readonly writer: PostWriter,
  ) {}

  /** @throws AppError not_found, publishing, forbidden, no_business */
  async execute(postId: string, context: RpcContext): Promise<{ success: true }> {
    const { businessId } = writerOf(context);
    return this.uow.run(Scope.business(businessId), async (tx) => {
      const { post } = await this.posts.lockExisting(tx, businessId, postId);
      const state = changeability(post.targets.map((target) => target.state));
      if (state === 'in_flight') {
        throw new AppError('publishing');
      }
      await this.writer.delete(tx, post);
      return { success: true };
    });
  }
}
