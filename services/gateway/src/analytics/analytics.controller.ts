import { Controller, Res } from '@nestjs/common';
import { analyticsRpc, routes } from '@postloom/contracts';
import type { Analytics } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { Input, Route, Who } from '../http/index.ts';
import type { GatewayReply, InputFor } from '../http/index.ts';
import { ComposeAnalytics } from './compose-analytics.ts';
import { MakeReport } from './make-report.ts';

@Controller()
export class AnalyticsController {
  constructor(
    private readonly rpc: Rpc,
    private readonly composeAnalytics: ComposeAnalytics,
    private readonly makeReport: MakeReport,
  ) {}

  @Route(routes.analytics)
  analytics(@Input() { query }: InputFor<typeof routes.analytics>, @Who() caller: Caller): Promise<Analytics> {
    return this.composeAnalytics.execute(query, caller);
  }

  @Route(routes.bestTimes)
  bestTimes(@Input() { query }: InputFor<typeof routes.bestTimes>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(analyticsRpc.bestTimesGet, query, caller);
  }

  @Route(routes.report)
  async report(
    @Input() { query }: InputFor<typeof routes.report>,
    @Res() reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<void> {
    const { fileName, mimeType, base64 } = await this.makeReport.execute(query, caller);
    reply.headers({
      'content-type': mimeType,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
    });
    await reply.status(200).send(Buffer.from(base64, 'base64'));
  }
}
