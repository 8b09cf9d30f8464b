import { Module } from '@nestjs/common';
import { ComposeSearch } from './compose-search.ts';
import { SearchController } from './search.controller.ts';

@Module({ controllers: [SearchController], providers: [ComposeSearch] })
export class SearchModule {}
