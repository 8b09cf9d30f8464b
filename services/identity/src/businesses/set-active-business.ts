import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { emitUserChanged } from '../users/index.ts';
import { BusinessesRepository } from './businesses.repository.ts';

/** Switches the active business of the person, for calls that name none themselves. */
@Injectable()
export class SetActiveBusiness {
  constructor(
    private readonly uow: Uow,
    private readonly businesses: BusinessesRepository,
  ) {}

  /** @throws AppError `not_found` when it is not a business of this person; the active one stays */
  async execute(userId: string, businessId: string): Promise<{ businessId: string }> {
    await this.uow.run(Scope.global(), async (tx) => {
      await this.businesses.actAs(tx, userId);
      await this.businesses.lockPerson(tx, userId);
      const version = await this.businesses.activate(tx, userId, businessId);
      if (version === null) {
        throw new AppError('not_found');
      }
      await emitUserChanged(tx, userId, version);
    });
    return { businessId };
  }
}
