import { Module } from '@nestjs/common';
import { PlanPostSearch } from './post-search.ts';
import { PostWordsClaims } from './post-words.claims.ts';
import { PostWordsRepository } from './post-words.repository.ts';
import { PostWordsWorker } from './post-words.worker.ts';

@Module({
  providers: [PostWordsRepository, PlanPostSearch, PostWordsClaims, PostWordsWorker],
  exports: [PostWordsRepository, PlanPostSearch],
})
export class WordsModule {}
