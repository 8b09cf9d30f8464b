import { Controller, Inject, Res } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { reportShareRpc, routes } from '@postloom/contracts';
import type { ReportShare, SharedReport } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import type { GatewayConfig } from '../config.ts';
import { Input, Route, Who } from '../http/index.ts';
import type { GatewayReply, InputFor } from '../http/index.ts';
import { ComposeReport } from './compose-report.ts';

/** Links to reports for the person, and the report for whoever has one. */
@Controller()
export class ReportSharesController {
  constructor(
    private readonly rpc: Rpc,
    private readonly composeReport: ComposeReport,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Route(routes.reportShares)
  list(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(reportShareRpc.shareList, {}, caller);
  }

  @Route(routes.shareReport)
  async share(
    @Input() { body: { days, ...range } }: InputFor<typeof routes.shareReport>,
    @Who() caller: Caller,
  ): Promise<{ share: ReportShare; url: string }> {
    const facts = await this.composeReport.execute(range, caller);
    const { share, token } = await this.rpc.call(reportShareRpc.shareCreate, { ...facts, days }, caller);
    // Behind the #, which browsers send to nobody: no log on the way and no page that is linked from here gets to know the token.
    return { share, url: new URL(`/shared-report#${token}`, this.config.publicUrl).href };
  }

  @Route(routes.withdrawReportShare)
  async withdraw(
    @Input() { params }: InputFor<typeof routes.withdrawReportShare>,
    @Who() caller: Caller,
  ): Promise<void> {
    await this.rpc.call(reportShareRpc.shareWithdraw, params, caller);
  }

  @Route(routes.sharedReport)
  async open(
    @Input() { body }: InputFor<typeof routes.sharedReport>,
    @Res({ passthrough: true }) reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<SharedReport> {
    reply.headers({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    return this.rpc.call(reportShareRpc.shareOpen, body, caller);
  }
}
