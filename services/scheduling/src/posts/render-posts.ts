import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import { PostsRepository } from './posts.repository.ts';

/**
 * Brings the JSON of posts up to date in the read that needs it: rows written by SQL have none, and a release that changes the JSON
 * (`DOC_VERSION`) leaves the existing rows as they are.
 */
@Injectable()
export class RenderPosts {
  constructor(
    private readonly uow: Uow,
    private readonly posts: PostsRepository,
  ) {}

  /** Runs a read until none of the posts in it is `stale`. */
  async complete<T>(businessId: string, read: () => Promise<{ answer: T; stale: readonly string[] }>): Promise<T> {
    for (;;) {
      const { answer, stale } = await read();
      if (stale.length === 0) {
        return answer;
      }
      await this.uow.run(Scope.business(businessId), (tx) => this.posts.render(tx, businessId, stale));
    }
  }
}
