import { Injectable } from '@nestjs/common';
import type { MetricUsage, UsageHistory } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { AppError } from '@postloom/contracts';
import { Quotas, Scope, Uow } from '@postloom/persistence';

/** How many posts a payer has created in this billing month, and how many the plan allows. */
@Injectable()
export class ReadUsage {
  constructor(
    private readonly uow: Uow,
    private readonly quotas: Quotas,
  ) {}

  /** @throws AppError not_found for a payer who is not the caller's, unavailable when the plan cannot be found out */
  async execute(payerId: string, context: RpcContext): Promise<MetricUsage> {
    requireOwn(payerId, context);
    return this.uow.run(Scope.global(), async (tx) => {
      const posts = (await this.quotas.read(tx, payerId)).find((state) => state.metric === 'posts');
      if (posts === undefined) {
        throw new AppError('unavailable');
      }
      return { metric: 'posts', used: posts.used + posts.reserved, limit: posts.limit };
    });
  }

  /** @throws AppError not_found for a payer who is not the caller's */
  async history(payerId: string, context: RpcContext): Promise<UsageHistory> {
    requireOwn(payerId, context);
    return this.uow.run(Scope.global(), (tx) => this.quotas.history(tx, payerId, 'posts'), { readOnly: true });
  }
}

function requireOwn(payerId: string, context: RpcContext): void {
  if (context.payerId !== null && context.payerId !== payerId) {
    throw new AppError('not_found');
  }
}
