import { createHash } from 'node:crypto';
import { Controller, Inject, Req, Res } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { calendarFeedRpc, routes } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import type { GatewayConfig } from '../config.ts';
import { Input, isKnown, Route, Who } from '../http/index.ts';
import type { GatewayReply, GatewayRequest, InputFor } from '../http/index.ts';

/** The calendar for the programs that subscribe to it, and its address for the person. */
@Controller()
export class CalendarFeedController {
  constructor(
    private readonly rpc: Rpc,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Route(routes.calendarFeed)
  async read(
    @Input() { query }: InputFor<typeof routes.calendarFeed>,
    @Req() request: GatewayRequest,
    @Res() reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<void> {
    const { ics } = await this.rpc.call(calendarFeedRpc.feedRead, query, caller);
    const etag = `"${createHash('sha256').update(ics).digest('base64url')}"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (isKnown(request.headers['if-none-match'], etag)) {
      await reply.status(304).send();
      return;
    }
    const disposition = 'inline; filename="postloom.ics"';
    reply.headers({ 'content-type': 'text/calendar; charset=utf-8', 'content-disposition': disposition });
    await reply.status(200).send(ics);
  }

  @Route(routes.calendarFeedState)
  state(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(calendarFeedRpc.feedGet, {}, caller);
  }

  @Route(routes.rotateCalendarFeed)
  async rotate(@Who() caller: Caller): Promise<{ url: string }> {
    const { token } = await this.rpc.call(calendarFeedRpc.feedRotate, {}, caller);
    return { url: new URL(`/api/calendar.ics?token=${token}`, this.config.publicUrl).href };
  }

  @Route(routes.revokeCalendarFeed)
  async revoke(@Who() caller: Caller): Promise<void> {
    await this.rpc.call(calendarFeedRpc.feedRevoke, {}, caller);
  }
}
