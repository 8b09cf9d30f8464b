import { Injectable } from '@nestjs/common';
import { AppError, identityEvents } from '@postloom/contracts';
import type { Business, identityRpc, ParsedInputOf } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { ReportSchedulesRepository } from '../report-mails/index.ts';
import { businessFacts, mayEditBusiness, toBusiness, valuesOf } from './business.ts';
import { BusinessesRepository } from './businesses.repository.ts';

/** Changes any subset of a business's fields. The tone is stored as sent: only creation derives it. */
@Injectable()
export class UpdateBusiness {
  constructor(
    private readonly uow: Uow,
    private readonly businesses: BusinessesRepository,
    private readonly reports: ReportSchedulesRepository,
  ) {}

  /** @throws AppError `not_found` (also when it is somebody else's), `forbidden` (role) */
  async execute(userId: string, { id, changes }: ParsedInputOf<typeof identityRpc.businessUpdate>): Promise<Business> {
    const business = await this.change(userId, { id, changes });
    if (changes.timeZone !== undefined) {
      // Rows of the business, which the person's own transaction does not reach. Lost with the process, a report comes once at the old hour.
      await this.uow.run(Scope.business(id), (tx) => this.reports.lookAgain(tx, id));
    }
    return business;
  }

  private change(userId: string, { id, changes }: ParsedInputOf<typeof identityRpc.businessUpdate>): Promise<Business> {
    return this.uow.run(Scope.global(), async (tx) => {
      await this.businesses.actAs(tx, userId);
      const before = await this.businesses.find(tx, userId, id);
      if (!before) {
        throw new AppError('not_found');
      }
      if (!mayEditBusiness(before.role)) {
        throw new AppError('forbidden');
      }
      const values = valuesOf(changes);
      if (values.size === 0) {
        return toBusiness(before, before.role);
      }
      const row = await this.businesses.update(tx, id, values);
      if (!row) {
        throw new AppError('not_found');
      }
      await tx.emit(identityEvents.businessUpdated, {
        businessId: row.id,
        entityId: row.id,
        version: row.version,
        data: businessFacts(row),
      });
      return toBusiness(row, before.role);
    });
  }
}
