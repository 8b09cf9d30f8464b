import { Module } from '@nestjs/common';
import { GetReportBrand } from './get-report-brand.ts';
import { ReportBrandRpc } from './report-brand.rpc.ts';
import { ReportBrandsRepository } from './report-brands.repository.ts';
import { SetReportBrand } from './set-report-brand.ts';

@Module({
  controllers: [ReportBrandRpc],
  providers: [ReportBrandsRepository, GetReportBrand, SetReportBrand],
  exports: [GetReportBrand],
})
export class ReportBrandModule {}

export { GetReportBrand };
