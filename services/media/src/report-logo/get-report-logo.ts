import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { ReportLogoAnswer } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { ReportLogosRepository } from './report-logos.repository.ts';

/** The logo of a business; whether its plan has reports with one, is for whoever puts a report together to know. */
@Injectable()
export class GetReportLogo {
  constructor(
    private readonly uow: Uow,
    private readonly logos: ReportLogosRepository,
  ) {}

  /** @throws AppError no_business */
  execute(businessId: string | null): Promise<ReportLogoAnswer> {
    if (businessId === null) {
      throw new AppError('no_business');
    }
    return this.uow.run(Scope.business(businessId), async (tx) => ({ logo: await this.logos.get(tx, businessId) }), {
      readOnly: true,
    });
  }
}
