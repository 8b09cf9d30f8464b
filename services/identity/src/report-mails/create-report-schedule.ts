import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type { ParsedInputOf, reportMailRpc, ReportSchedule } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Idempotency, Scope, Uow } from '@postloom/persistence';
import { config } from '../config.ts';
import { memberOf } from './member-of.ts';
import { toReportSchedule } from './report-schedule.ts';
import { ReportSchedulesRepository } from './report-schedules.repository.ts';
import { reportTurns } from './report-turn.ts';

/** A report that its member gets by mail from the next turn on. */
@Injectable()
export class CreateReportSchedule {
  constructor(
    private readonly uow: Uow,
    private readonly random: Random,
    private readonly idempotency: Idempotency,
    private readonly schedules: ReportSchedulesRepository,
  ) {}

  /** @throws AppError no_business, idempotency_mismatch, conflict (the first call is still running; too many schedules) */
  execute(
    input: ParsedInputOf<typeof reportMailRpc.reportScheduleCreate>,
    context: RpcContext,
  ): Promise<ReportSchedule> {
    const member = memberOf(context);
    return this.uow.run(Scope.business(member.businessId), (tx) =>
      this.idempotency.run(tx, context, 'report-schedule.create', input, async () => {
        const most = config.mostReportSchedules;
        if ((await this.schedules.countForOneMore(tx, member)) >= most) {
          throw new AppError('conflict', `You can get ${most} reports by email at most. Please delete one first.`);
        }
        const { timeZone, now } = await this.schedules.clockOf(tx, member.businessId);
        const id = this.random.uuidv7();
        await this.schedules.insert(tx, member, id, input, reportTurns(input, timeZone, now).next);
        const row = await this.schedules.find(tx, member, id);
        if (!row) {
          throw new Error('The schedule was not inserted.');
        }
        return toReportSchedule(row);
      }),
    );
  }
}
