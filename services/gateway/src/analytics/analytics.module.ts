import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.ts';
import { ComposeAnalytics } from './compose-analytics.ts';
import { ComposeReport } from './compose-report.ts';
import { MakeReport } from './make-report.ts';
import { ReportMailsController } from './report-mails.controller.ts';
import { ReportSharesController } from './report-shares.controller.ts';

@Module({
  controllers: [AnalyticsController, ReportMailsController, ReportSharesController],
  providers: [ComposeAnalytics, ComposeReport, MakeReport],
})
export class AnalyticsModule {}
