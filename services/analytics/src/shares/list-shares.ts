import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { SHARE_DAYS } from '@postloom/contracts';
import type { ReportShares } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { businessOf } from '../access.ts';
import type { AnalyticsConfig } from '../config.ts';
import { SharesRepository } from './shares.repository.ts';

/** The links of a business that work. */
@Injectable()
export class ListShares {
  constructor(
    @Inject(CONFIG) private readonly config: AnalyticsConfig,
    private readonly uow: Uow,
    private readonly shares: SharesRepository,
  ) {}

  /** @throws AppError no_business */
  async execute(context: RpcContext): Promise<ReportShares> {
    const businessId = businessOf(context);
    const { longestShareDays, mostReportShares } = this.config;
    return {
      shares: await this.uow.run(Scope.business(businessId), (tx) => this.shares.list(tx, businessId), {
        readOnly: true,
      }),
      days: SHARE_DAYS.filter((days) => days <= longestShareDays),
      most: mostReportShares,
    };
  }
}
