import { Module } from '@nestjs/common';
import { WordsModule } from '../words/index.ts';
import { SearchPlan } from './search-plan.ts';
import { SearchRepository } from './search.repository.ts';
import { SearchRpc } from './search.rpc.ts';

/** What the one search of the product finds among posts and schedules. */
@Module({ imports: [WordsModule], controllers: [SearchRpc], providers: [SearchPlan, SearchRepository] })
export class SearchModule {}
