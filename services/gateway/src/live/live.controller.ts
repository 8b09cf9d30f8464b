import { Controller, Inject, Req, Res } from '@nestjs/common';
import { AppError, routes } from '@postloom/contracts';
import { principalOf, Route } from '../http/index.ts';
import type { GatewayReply, GatewayRequest } from '../http/index.ts';
import { LiveStreams } from './live-streams.ts';

@Controller()
export class LiveController {
  constructor(@Inject(LiveStreams) private readonly streams: LiveStreams) {}

  @Route(routes.events)
  events(@Req() request: GatewayRequest, @Res() reply: GatewayReply): void {
    const { businessId, userId } = principalOf(request);
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
    this.streams.add(
      { businessId, userId, write: (text) => reply.raw.write(text), end: () => reply.raw.end() },
      request.raw,
    );
  }
}
