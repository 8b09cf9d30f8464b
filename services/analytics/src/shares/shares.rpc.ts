import { Controller } from '@nestjs/common';
import { reportShareRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf, ReportShares, SharedReport } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { ListShares } from './list-shares.ts';
import { OpenSharedReport } from './open-shared-report.ts';
import { ShareReport } from './share-report.ts';
import { WithdrawShare } from './withdraw-share.ts';

@Controller()
export class SharesRpc {
  constructor(
    private readonly listShares: ListShares,
    private readonly shareReport: ShareReport,
    private readonly withdrawShare: WithdrawShare,
    private readonly openSharedReport: OpenSharedReport,
  ) {}

  @Rpc(reportShareRpc.shareList)
  list(_input: unknown, context: RpcContext): Promise<ReportShares> {
    return this.listShares.execute(context);
  }

  @Rpc(reportShareRpc.shareCreate)
  create(
    input: ParsedInputOf<typeof reportShareRpc.shareCreate>,
    context: RpcContext,
  ): Promise<OutputOf<typeof reportShareRpc.shareCreate>> {
    return this.shareReport.execute(input, context);
  }

  @Rpc(reportShareRpc.shareWithdraw)
  async withdraw(
    { id }: ParsedInputOf<typeof reportShareRpc.shareWithdraw>,
    context: RpcContext,
  ): Promise<{ success: true }> {
    await this.withdrawShare.execute(id, context);
    return { success: true };
  }

  @Rpc(reportShareRpc.shareOpen)
  open({ token }: ParsedInputOf<typeof reportShareRpc.shareOpen>): Promise<SharedReport> {
    return this.openSharedReport.execute(token);
  }
}
