import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { ReportBrandSettings } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { reportBrandOf } from './report-brand.ts';
import { ReportBrandsRepository } from './report-brands.repository.ts';

@Injectable()
export class GetReportBrand {
  constructor(
    private readonly uow: Uow,
    private readonly brands: ReportBrandsRepository,
  ) {}

  /** @throws AppError no_business */
  execute(businessId: string | null): Promise<ReportBrandSettings> {
    if (businessId === null) {
      throw new AppError('no_business');
    }
    return this.uow.run(
      Scope.business(businessId),
      async (tx) => reportBrandOf(await this.brands.get(tx, businessId)),
      { readOnly: true },
    );
  }
}
