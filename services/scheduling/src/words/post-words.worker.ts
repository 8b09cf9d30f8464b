import { Injectable } from '@nestjs/common';
import { BatchWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { PostWordsClaims } from './post-words.claims.ts';
import { PostWordsRepository } from './post-words.repository.ts';

const POSTS = 200;
const LEFT_WORDS = 200;

/** Stores the words of posts that were written without them, and clears away what deleted posts have left of theirs. */
@Injectable()
export class PostWordsWorker extends BatchWorker {
  constructor(
    tools: WorkerTools,
    private readonly claims: PostWordsClaims,
    private readonly words: PostWordsRepository,
  ) {
    super(tools, { name: 'words of posts', pollMs: 5_000, scope: Scope.system('words of posts') });
  }

  protected override async batch(tx: Tx): Promise<boolean> {
    const posts = await this.claims.unwritten(tx, POSTS);
    if (posts.length === 0) {
      return this.words.clearLeft(tx, LEFT_WORDS);
    }
    for (const [businessId, own] of Map.groupBy(posts, (post) => post.businessId)) {
      await this.words.replace(tx, businessId, own);
    }
    return true;
  }
}
