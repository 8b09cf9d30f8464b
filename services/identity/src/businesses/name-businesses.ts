import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import { BusinessesRepository } from './businesses.repository.ts';

/** What the person's businesses are called, all or among some; those of others are left out, as if they did not exist. */
@Injectable()
export class NameBusinesses {
  constructor(
    private readonly uow: Uow,
    private readonly businesses: BusinessesRepository,
  ) {}

  execute(userId: string, ids: readonly string[] | undefined): Promise<{ id: string; name: string }[]> {
    return this.uow.run(
      Scope.global(),
      async (tx) => {
        await this.businesses.actAs(tx, userId);
        return this.businesses.names(tx, userId, ids);
      },
      { readOnly: true },
    );
  }
}
