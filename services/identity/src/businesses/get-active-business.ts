import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import { BusinessesRepository } from './businesses.repository.ts';

/** Which business is active: null when the person has none. */
@Injectable()
export class GetActiveBusiness {
  constructor(
    private readonly uow: Uow,
    private readonly businesses: BusinessesRepository,
  ) {}

  async execute(userId: string): Promise<{ businessId: string | null }> {
    const businessId = await this.uow.run(Scope.global(), (tx) => this.businesses.activeId(tx, userId), {
      readOnly: true,
    });
    return { businessId };
  }
}
