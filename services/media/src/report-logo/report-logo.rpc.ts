import { Controller } from '@nestjs/common';
import { reportLogoRpc } from '@postloom/contracts';
import type { ReportLogoAnswer, ReportLogoInput } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { DeleteReportLogo } from './delete-report-logo.ts';
import { GetReportLogo } from './get-report-logo.ts';
import { SetReportLogo } from './set-report-logo.ts';

@Controller()
export class ReportLogoRpc {
  constructor(
    private readonly getLogo: GetReportLogo,
    private readonly setLogo: SetReportLogo,
    private readonly deleteLogo: DeleteReportLogo,
  ) {}

  @Rpc(reportLogoRpc.reportLogoGet)
  get(_input: object, { businessId }: RpcContext): Promise<ReportLogoAnswer> {
    return this.getLogo.execute(businessId);
  }

  @Rpc(reportLogoRpc.reportLogoSet)
  set(input: ReportLogoInput, context: RpcContext): Promise<ReportLogoAnswer> {
    return this.setLogo.execute(input, context);
  }

  @Rpc(reportLogoRpc.reportLogoDelete)
  async delete(_input: object, context: RpcContext): Promise<{ success: true }> {
    await this.deleteLogo.execute(context);
    return { success: true };
  }
}
