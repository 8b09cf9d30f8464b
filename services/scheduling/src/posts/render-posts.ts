import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { PostsRepository } from './posts.repository.ts';

/** One is usual; a post that somebody writes to in between takes another. */
const ROUNDS = 10;

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

  /** Runs a read until none of the posts in it is `stale`. @throws AppError unavailable: they keep becoming so */
  async complete<T>(businessId: string, read: () => Promise<{ answer: T; stale: readonly string[] }>): Promise<T> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { answer, stale } = await read();
      if (stale.length === 0) {
        return answer;
      }
      await this.uow.run(Scope.business(businessId), (tx) => this.posts.render(tx, businessId, stale));
    }
    throw new AppError('unavailable');
  }
}
