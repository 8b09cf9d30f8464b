import { Controller } from '@nestjs/common';
import { routes } from '@postloom/contracts';
import type { SearchAnswer } from '@postloom/contracts';
import type { Caller } from '@postloom/messaging';
import { Input, Route, Who } from '../http/index.ts';
import type { InputFor } from '../http/index.ts';
import { ComposeSearch } from './compose-search.ts';

@Controller()
export class SearchController {
  constructor(private readonly composeSearch: ComposeSearch) {}

  @Route(routes.search)
  search(@Input() { query }: InputFor<typeof routes.search>, @Who() caller: Caller): Promise<SearchAnswer> {
    return this.composeSearch.execute(query.q, caller);
  }
}
