import { Controller } from '@nestjs/common';
import { reportBrandRpc } from '@postloom/contracts';
import type { ReportBrandInput, ReportBrandSettings } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { GetReportBrand } from './get-report-brand.ts';
import { SetReportBrand } from './set-report-brand.ts';

@Controller()
export class ReportBrandRpc {
  constructor(
    private readonly getBrand: GetReportBrand,
    private readonly setBrand: SetReportBrand,
  ) {}

  @Rpc(reportBrandRpc.reportBrandGet)
  get(_input: object, { businessId }: RpcContext): Promise<ReportBrandSettings> {
    return this.getBrand.execute(businessId);
  }

  @Rpc(reportBrandRpc.reportBrandSet)
  set(input: ReportBrandInput, context: RpcContext): Promise<ReportBrandSettings> {
    return this.setBrand.execute(input, context);
  }
}
