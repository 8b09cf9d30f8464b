import { Controller, Req, Res } from '@nestjs/common';
import { AppError, routes } from '@postloom/contracts';
import { principalOf, Route } from '../http/index.ts';
import type { GatewayReply, GatewayRequest } from '../http/index.ts';
import { LiveStreams } from './live-streams.ts';

const MOST_UNREAD_BYTES = 65_536;

@Controller()
export class LiveController {
  constructor(private readonly streams: LiveStreams) {}

  @Route(routes.events)
  events(@Req() request: GatewayRequest, @Res() reply: GatewayReply): void {
    const { businessId, payerId, userId, sessionId } = principalOf(request);
    if (businessId === null) {
      throw new AppError('no_business');
    }
    // Fastify must not answer itself: the stream stays open until the page goes.
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const { raw } = reply;
    const write = (text: string): void => {
      // A page that does not read is cut off instead of filling the memory; it reconnects and fetches everything anew.
      if (raw.writableLength > MOST_UNREAD_BYTES) {
        raw.destroy();
      } else if (text !== '') {
        raw.write(text);
      }
    };
    this.streams.add({ businessId, payerId, userId, sessionId, write, end: () => raw.end() }, raw);
  }
}
