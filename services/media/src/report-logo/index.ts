import { Module } from '@nestjs/common';
import { DeleteReportLogo } from './delete-report-logo.ts';
import { GetReportLogo } from './get-report-logo.ts';
import { ReportLogoRpc } from './report-logo.rpc.ts';
import { ReportLogosRepository } from './report-logos.repository.ts';
import { SetReportLogo } from './set-report-logo.ts';

@Module({
  controllers: [ReportLogoRpc],
  providers: [ReportLogosRepository, GetReportLogo, SetReportLogo, DeleteReportLogo],
  exports: [GetReportLogo],
})
export class ReportLogoModule {}

export { GetReportLogo };
