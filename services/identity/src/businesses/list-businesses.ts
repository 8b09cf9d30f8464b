import { Injectable } from '@nestjs/common';
import type { Business } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { List, PageQuery } from '@postloom/persistence';
import { toBusiness } from './business.ts';
import { BusinessesRepository } from './businesses.repository.ts';

/** The person's businesses, newest first. */
@Injectable()
export class ListBusinesses {
  constructor(
    private readonly uow: Uow,
    private readonly businesses: BusinessesRepository,
  ) {}

  execute(userId: string, query: PageQuery): Promise<List<Business>> {
    return this.uow.run(
      Scope.global(),
      async (tx) => {
        await this.businesses.actAs(tx, userId);
        return this.businesses.list(tx, userId, query, (row) => toBusiness(row, row.role));
      },
      { readOnly: true },
    );
  }
}
