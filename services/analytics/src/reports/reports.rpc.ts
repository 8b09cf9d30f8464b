import { Controller } from '@nestjs/common';
import { reportFileRpc, reportRpc } from '@postloom/contracts';
import type { ParsedInputOf, ReportFile } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { ComposeReport } from './compose-report.ts';
import { MakeReport } from './make-report.ts';

@Controller()
export class ReportsRpc {
  constructor(
    private readonly makeReport: MakeReport,
    private readonly composeReport: ComposeReport,
  ) {}

  @Rpc(reportRpc.reportMake)
  make(input: ParsedInputOf<typeof reportRpc.reportMake>): Promise<ReportFile> {
    return this.makeReport.execute(input);
  }

  @Rpc(reportFileRpc.reportCompose)
  compose(input: ParsedInputOf<typeof reportFileRpc.reportCompose>, context: RpcContext): Promise<ReportFile> {
    return this.composeReport.execute(input, context);
  }
}
