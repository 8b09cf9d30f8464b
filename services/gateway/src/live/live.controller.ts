import { Controller, Inject, Req, Res } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { AppError, routes } from '@postloom/contracts';
import type { GatewayConfig } from '../config.ts';
import { Input, principalOf, Route } from '../http/index.ts';
import type { GatewayReply, GatewayRequest, InputFor } from '../http/index.ts';
import { metrics } from '../metrics.ts';
import { LiveStreams } from './live-streams.ts';

const MOST_UNREAD_BYTES = 65_536;
const RETRY_AFTER_SECONDS = 30;

@Controller()
export class LiveController {
  constructor(
    private readonly streams: LiveStreams,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Route(routes.events)
  events(
    @Input() { query }: InputFor<typeof routes.events>,
    @Req() request: GatewayRequest,
    @Res() reply: GatewayReply,
  ): void {
    const { businessId, payerId, userId, sessionId } = principalOf(request);
    if (businessId === null) {
      throw new AppError('no_business');
    }
    // The new page is refused: the oldest one would reconnect at once and push out the next, endlessly.
    if (this.streams.ofSession(sessionId) >= this.config.limitLiveStreams) {
      metrics.requestsRefused.add(1, { limit: 'live_streams' });
      throw new AppError('rate_limited', 'Too many pages are open. Close one to see changes live here.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    // Fastify must not answer by itself: the stream stays open until the page leaves.
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const { raw } = reply;
    const write = (text: string): void => {
      // A page that does not read is disconnected before it fills the memory; it reconnects and fetches everything again.
      if (raw.writableLength > MOST_UNREAD_BYTES) {
        raw.destroy();
      } else if (text !== '') {
        raw.write(text);
      }
    };
    const stream = { businessId, payerId, userId, sessionId, write, end: () => raw.end() };
    this.streams.add(stream, raw, query.age ?? Infinity);
  }
}
