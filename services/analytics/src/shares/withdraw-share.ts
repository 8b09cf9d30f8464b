import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { SharesRepository } from './shares.repository.ts';

/** Ends a link, and its report goes. */
@Injectable()
export class WithdrawShare {
  constructor(
    private readonly uow: Uow,
    private readonly shares: SharesRepository,
  ) {}

  /** @throws AppError no_business, forbidden, not_found (also for the links of others) */
  async execute(id: string, context: RpcContext): Promise<void> {
    const businessId = writerOf(context);
    if (!(await this.uow.run(Scope.business(businessId), (tx) => this.shares.remove(tx, businessId, id)))) {
      throw new AppError('not_found');
    }
  }
}
