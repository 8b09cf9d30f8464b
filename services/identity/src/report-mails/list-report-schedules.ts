import { Injectable } from '@nestjs/common';
import type { ReportSchedules } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { config } from '../config.ts';
import { toReportSchedule } from './report-schedule.ts';
import { ReportSchedulesRepository } from './report-schedules.repository.ts';
import type { Member } from './report-schedules.repository.ts';

@Injectable()
export class ListReportSchedules {
  constructor(
    private readonly uow: Uow,
    private readonly schedules: ReportSchedulesRepository,
  ) {}

  execute(member: Member): Promise<ReportSchedules> {
    return this.uow.run(
      Scope.business(member.businessId),
      async (tx) => ({
        schedules: (await this.schedules.list(tx, member)).map(toReportSchedule),
        most: config.mostReportSchedules,
        to: await this.schedules.addressOf(tx, member.userId),
      }),
      { readOnly: true },
    );
  }
}
