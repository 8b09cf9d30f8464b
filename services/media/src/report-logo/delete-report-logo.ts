import { Injectable } from '@nestjs/common';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { profileOwnerOf } from '../access.ts';
import { ReportLogosRepository } from './report-logos.repository.ts';

/** Takes the logo off the reports of a business, whatever its plan is. */
@Injectable()
export class DeleteReportLogo {
  constructor(
    private readonly uow: Uow,
    private readonly logos: ReportLogosRepository,
  ) {}

  /** @throws AppError no_business, forbidden (role) */
  async execute(context: RpcContext): Promise<void> {
    const { businessId } = profileOwnerOf(context);
    await this.uow.run(Scope.business(businessId), (tx) => this.logos.remove(tx, businessId));
  }
}
