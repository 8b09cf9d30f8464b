import { Injectable } from '@nestjs/common';
import { rankNames } from '@postloom/chassis';
import { MOST_FOUND_OF_KIND } from '@postloom/contracts';
import type { OutputOf, searchRpc } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { PlanPostSearch } from '../words/index.ts';
import { SearchRepository } from './search.repository.ts';

/** The best posts and schedules of a business. Schedules are few: their names are compared at the time of the search, like those of albums. */
@Injectable()
export class SearchPlan {
  constructor(
    private readonly uow: Uow,
    private readonly planSearch: PlanPostSearch,
    private readonly found: SearchRepository,
  ) {}

  execute(businessId: string, search: string): Promise<OutputOf<typeof searchRpc.scheduling>> {
    return this.uow.run(
      Scope.business(businessId),
      async (tx) => {
        const meant = await this.planSearch.plan(tx, businessId, search);
        const posts = await this.found.posts(tx, businessId, meant, MOST_FOUND_OF_KIND);
        const schedules = rankNames(await this.found.schedules(tx, businessId), search).slice(0, MOST_FOUND_OF_KIND);
        return {
          posts: posts.map(({ dueAt, ...post }) => ({ ...post, scheduledFor: dueAt?.toISOString() ?? null })),
          schedules: schedules.map(({ item: { id, name, isActive }, score }) => ({ id, label: name, isActive, score })),
        };
      },
      { readOnly: true },
    );
  }
}
