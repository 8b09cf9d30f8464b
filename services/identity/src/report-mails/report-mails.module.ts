import { Module } from '@nestjs/common';
import { MailModule } from '../mail/index.ts';
import { NotificationsModule } from '../notifications/index.ts';
import { PreferencesModule } from '../preferences/index.ts';
import { ReportBrandModule } from '../report-brand/index.ts';
import { CreateReportSchedule } from './create-report-schedule.ts';
import { DeleteReportSchedule } from './delete-report-schedule.ts';
import { ListReportSchedules } from './list-report-schedules.ts';
import { ReportMailsClaims } from './report-mails.claims.ts';
import { ReportMailsRpc } from './report-mails.rpc.ts';
import { ReportMailsWorker } from './report-mails.worker.ts';
import { ReportSchedulesClaims } from './report-schedules.claims.ts';
import { ReportSchedulesRepository } from './report-schedules.repository.ts';
import { ReportSchedulesWorker } from './report-schedules.worker.ts';
import { UpdateReportSchedule } from './update-report-schedule.ts';

@Module({
  imports: [MailModule, NotificationsModule, PreferencesModule, ReportBrandModule],
  controllers: [ReportMailsRpc],
  providers: [
    ReportSchedulesRepository,
    ListReportSchedules,
    CreateReportSchedule,
    UpdateReportSchedule,
    DeleteReportSchedule,
    ReportSchedulesClaims,
    ReportSchedulesWorker,
    ReportMailsClaims,
    ReportMailsWorker,
  ],
  exports: [ReportSchedulesRepository],
})
export class ReportMailsModule {}
