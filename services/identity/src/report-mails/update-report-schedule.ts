import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { ParsedInputOf, reportMailRpc, ReportSchedule } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { toReportSchedule } from './report-schedule.ts';
import { ReportSchedulesRepository } from './report-schedules.repository.ts';
import type { Member } from './report-schedules.repository.ts';
import { reportTurns } from './report-turn.ts';

/** Changes, pauses or resumes a schedule. It goes on with the next turn; those that it missed are not made up for. */
@Injectable()
export class UpdateReportSchedule {
  constructor(
    private readonly uow: Uow,
    private readonly schedules: ReportSchedulesRepository,
  ) {}

  /** @throws AppError no_business, not_found (also when it is somebody else's) */
  execute(
    member: Member,
    { id, changes }: ParsedInputOf<typeof reportMailRpc.reportScheduleUpdate>,
  ): Promise<ReportSchedule> {
    return this.uow.run(Scope.business(member.businessId), async (tx) => {
      const before = await this.schedules.find(tx, member, id);
      if (!before) {
        throw new AppError('not_found');
      }
      const { isActive = before.is_active, ...given } = changes;
      const { frequency, weekday, day, hour, format } = before;
      const values = { ...{ frequency, weekday, day, hour, format }, ...given };
      const isOtherTurn =
        isActive !== before.is_active ||
        (['frequency', 'weekday', 'day', 'hour'] as const).some((part) => values[part] !== before[part]);
      const { timeZone, now } = await this.schedules.clockOf(tx, member.businessId);
      const readyAt = isActive ? reportTurns(values, timeZone, now).next : null;
      await this.schedules.update(tx, id, values, isOtherTurn ? { readyAt } : null);
      const after = await this.schedules.find(tx, member, id);
      if (!after) {
        throw new AppError('not_found');
      }
      return toReportSchedule(after);
    });
  }
}
