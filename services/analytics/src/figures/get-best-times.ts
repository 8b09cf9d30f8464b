import { Injectable } from '@nestjs/common';
import type { BestTimes } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { businessOf } from '../access.ts';
import { GiveAdvice } from '../advice/index.ts';
import { FiguresRepository } from './figures.repository.ts';

/** GET /api/best-times: when posts did well, for whoever looks for a time for the next one. */
@Injectable()
export class GetBestTimes {
  constructor(
    private readonly uow: Uow,
    private readonly figures: FiguresRepository,
    private readonly advice: GiveAdvice,
  ) {}

  /** Of these platforms together; null: of all. @throws AppError no_business */
  execute(platforms: readonly string[] | null, context: RpcContext): Promise<BestTimes> {
    const businessId = businessOf(context);
    return this.uow.run(
      Scope.business(businessId),
      async (tx) => {
        const clock = await this.figures.today(tx, businessId);
        return this.advice.times(tx, businessId, clock, platforms);
      },
      { readOnly: true },
    );
  }
}
