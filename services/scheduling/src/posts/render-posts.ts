import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import { PostsRepository } from './posts.repository.ts';

/**
 * Fills in the JSON of posts that have none: a migration that changes what a post answers, or rows written by SQL, leave
 * `posts.doc` empty and the next reader completes them.
 */
@Injectable()
export class RenderPosts {
  constructor(
    private readonly uow: Uow,
    private readonly posts: PostsRepository,
  ) {}

  /** Runs a read until every post in it has its JSON. */
  async complete<T>(businessId: string, read: () => Promise<{ answer: T; missing: number }>): Promise<T> {
    for (;;) {
      const { answer, missing } = await read();
      if (missing === 0) {
        return answer;
      }
      await this.uow.run(Scope.business(businessId), (tx) => this.posts.renderMissing(tx, businessId));
    }
  }
}
