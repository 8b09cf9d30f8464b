import { Controller } from '@nestjs/common';
import { calendarFeedRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { CalendarFeedTokens, ReadCalendarFeed } from './calendar-feed.ts';

@Controller()
export class FeedRpc {
  constructor(
    private readonly tokens: CalendarFeedTokens,
    private readonly readFeed: ReadCalendarFeed,
  ) {}

  @Rpc(calendarFeedRpc.feedGet)
  state(_input: unknown, context: RpcContext): Promise<OutputOf<typeof calendarFeedRpc.feedGet>> {
    return this.tokens.state(context);
  }

  @Rpc(calendarFeedRpc.feedRotate)
  rotate(_input: unknown, context: RpcContext): Promise<{ token: string }> {
    return this.tokens.rotate(context);
  }

  @Rpc(calendarFeedRpc.feedRevoke)
  revoke(_input: unknown, context: RpcContext): Promise<{ success: true }> {
    return this.tokens.revoke(context);
  }

  @Rpc(calendarFeedRpc.feedRead)
  read({ token }: ParsedInputOf<typeof calendarFeedRpc.feedRead>): Promise<{ ics: string }> {
    return this.readFeed.execute(token);
  }
}
