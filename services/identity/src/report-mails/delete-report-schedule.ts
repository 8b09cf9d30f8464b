import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { ReportSchedulesRepository } from './report-schedules.repository.ts';
import type { Member } from './report-schedules.repository.ts';

/** A report that is on its way is not sent any more either. */
@Injectable()
export class DeleteReportSchedule {
  constructor(
    private readonly uow: Uow,
    private readonly schedules: ReportSchedulesRepository,
  ) {}

  /** @throws AppError not_found (also when it is somebody else's) */
  async execute(member: Member, id: string): Promise<{ success: true }> {
    const isDeleted = await this.uow.run(Scope.business(member.businessId), (tx) =>
      this.schedules.delete(tx, member, id),
    );
    if (!isDeleted) {
      throw new AppError('not_found');
    }
    return { success: true };
  }
}
