import { Controller } from '@nestjs/common';
import { reportMailRpc } from '@postloom/contracts';
import type { ParsedInputOf, ReportSchedule, ReportSchedules } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { CreateReportSchedule } from './create-report-schedule.ts';
import { DeleteReportSchedule } from './delete-report-schedule.ts';
import { ListReportSchedules } from './list-report-schedules.ts';
import { memberOf } from './member-of.ts';
import { UpdateReportSchedule } from './update-report-schedule.ts';

@Controller()
export class ReportMailsRpc {
  constructor(
    private readonly listSchedules: ListReportSchedules,
    private readonly createSchedule: CreateReportSchedule,
    private readonly updateSchedule: UpdateReportSchedule,
    private readonly deleteSchedule: DeleteReportSchedule,
  ) {}

  @Rpc(reportMailRpc.reportScheduleList)
  list(_input: object, context: RpcContext): Promise<ReportSchedules> {
    return this.listSchedules.execute(memberOf(context));
  }

  @Rpc(reportMailRpc.reportScheduleCreate)
  create(
    input: ParsedInputOf<typeof reportMailRpc.reportScheduleCreate>,
    context: RpcContext,
  ): Promise<ReportSchedule> {
    return this.createSchedule.execute(input, context);
  }

  @Rpc(reportMailRpc.reportScheduleUpdate)
  update(
    input: ParsedInputOf<typeof reportMailRpc.reportScheduleUpdate>,
    context: RpcContext,
  ): Promise<ReportSchedule> {
    return this.updateSchedule.execute(memberOf(context), input);
  }

  @Rpc(reportMailRpc.reportScheduleDelete)
  delete(
    { id }: ParsedInputOf<typeof reportMailRpc.reportScheduleDelete>,
    context: RpcContext,
  ): Promise<{ success: true }> {
    return this.deleteSchedule.execute(memberOf(context), id);
  }
}
