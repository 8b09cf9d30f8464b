import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Business } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { toBusiness } from './business.ts';
import { BusinessesRepository } from './businesses.repository.ts';

/** One business of the person. */
@Injectable()
export class GetBusiness {
  constructor(
    private readonly uow: Uow,
    private readonly businesses: BusinessesRepository,
  ) {}

  /** @throws AppError `not_found`: unknown, deleted or another person's, without saying which */
  async execute(userId: string, id: string): Promise<Business> {
    const row = await this.uow.run(
      Scope.global(),
      async (tx) => {
        await this.businesses.actAs(tx, userId);
        return this.businesses.find(tx, userId, id);
      },
      { readOnly: true },
    );
    if (!row) {
      throw new AppError('not_found');
    }
    return toBusiness(row, row.role);
  }
}
