import { Module } from '@nestjs/common';
import { AlbumNamesRepository } from './album-names.repository.ts';
import { SearchPlanner } from './search-planner.ts';
import { WordsClaims } from './words.claims.ts';
import { WordsRepository } from './words.repository.ts';
import { WordsWorker } from './words.worker.ts';

@Module({
  providers: [AlbumNamesRepository, WordsRepository, SearchPlanner, WordsClaims, WordsWorker],
  exports: [AlbumNamesRepository, WordsRepository, SearchPlanner],
})
export class SearchModule {}

export { wholeTag } from './photo-words.ts';
export { isInOrder } from './search-planner.ts';
export { AlbumNamesRepository, SearchPlanner, WordsRepository };
export type { NamedAlbum } from './album-names.repository.ts';
export type { SearchPlan, SearchTerm } from './search-planner.ts';
