import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Entitlement, identityRpc, ParsedInputOf } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { SubscriptionsRepository } from './subscriptions.repository.ts';

/** The plan of a payer, or of the payer of a business: requested by an owner of a limit whose projection does not know it yet. */
@Injectable()
export class GetPlan {
  constructor(
    private readonly uow: Uow,
    private readonly subscriptions: SubscriptionsRepository,
  ) {}

  /** @throws AppError `not_found` */
  async execute(input: ParsedInputOf<typeof identityRpc.planGet>): Promise<Entitlement> {
    const found =
      'businessId' in input
        ? await this.uow.run(
            Scope.business(input.businessId),
            (tx) => this.subscriptions.findByBusiness(tx, input.businessId),
            { readOnly: true },
          )
        : await this.uow.run(Scope.global(), (tx) => this.subscriptions.findByPayer(tx, input.payerId), {
            readOnly: true,
          });
    if (!found) {
      throw new AppError('not_found');
    }
    return found;
  }
}
