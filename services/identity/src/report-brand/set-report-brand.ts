import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { ReportBrandInput, ReportBrandSettings } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { mayBrandReports, reportBrandOf } from './report-brand.ts';
import { ReportBrandsRepository } from './report-brands.repository.ts';

/** Chooses from whom the reports of the business are, and their color: for whoever may change its profile, on a plan that includes it. */
@Injectable()
export class SetReportBrand {
  constructor(
    private readonly uow: Uow,
    private readonly brands: ReportBrandsRepository,
  ) {}

  /** @throws AppError no_business, forbidden (role), upgrade_required */
  execute(input: ReportBrandInput, { businessId, role }: RpcContext): Promise<ReportBrandSettings> {
    if (businessId === null || role === null) {
      throw new AppError('no_business');
    }
    if (role !== 'owner' && role !== 'admin') {
      throw new AppError('forbidden');
    }
    return this.uow.run(Scope.business(businessId), async (tx) => {
      const { tier } = await this.brands.get(tx, businessId);
      if (!mayBrandReports(tier)) {
        throw new AppError('upgrade_required', 'Reports in your own look are part of the Agency plan.');
      }
      await this.brands.save(tx, businessId, input);
      return reportBrandOf(await this.brands.get(tx, businessId));
    });
  }
}
