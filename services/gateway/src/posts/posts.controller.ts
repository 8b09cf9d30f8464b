import { Controller, Req, Res } from '@nestjs/common';
import { routes, schedulingRpc } from '@postloom/contracts';
import type { DashboardStats, PostStats } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller, ReadAnswer } from '@postloom/messaging';
import { fingerprintIn, Input, Route, tagOf, Who } from '../http/index.ts';
import type { GatewayReply, GatewayRequest, InputFor } from '../http/index.ts';
import { ComposeStats } from './compose-stats.ts';

@Controller()
export class PostsController {
  constructor(
    private readonly rpc: Rpc,
    private readonly composeStats: ComposeStats,
  ) {}

  @Route(routes.posts)
  list(@Input() { query }: InputFor<typeof routes.posts>, @Who() caller: Caller): Promise<ReadAnswer> {
    return this.rpc.read(schedulingRpc.postList, query, caller);
  }

  @Route(routes.scheduledPosts)
  scheduled(@Input() { query }: InputFor<typeof routes.scheduledPosts>, @Who() caller: Caller): Promise<ReadAnswer> {
    return this.rpc.read(schedulingRpc.postScheduled, query, caller);
  }

  @Route(routes.postStats)
  stats(@Who() caller: Caller): Promise<PostStats> {
    return this.composeStats.execute(caller);
  }

  @Route(routes.dashboardStats)
  dashboardStats(@Who() caller: Caller): Promise<DashboardStats> {
    return this.composeStats.execute(caller);
  }

  @Route(routes.post)
  get(@Input() { params }: InputFor<typeof routes.post>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(schedulingRpc.postGet, params, caller);
  }

  @Route(routes.createPost)
  create(@Input() { body }: InputFor<typeof routes.createPost>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(schedulingRpc.postCreate, body, caller);
  }

  @Route(routes.updatePost)
  update(@Input() { params, body }: InputFor<typeof routes.updatePost>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(schedulingRpc.postUpdate, { id: params.id, changes: body }, caller);
  }

  @Route(routes.deletePost)
  async delete(@Input() { params }: InputFor<typeof routes.deletePost>, @Who() caller: Caller): Promise<void> {
    await this.rpc.call(schedulingRpc.postDelete, params, caller);
  }

  @Route(routes.publishPost)
  publish(@Input() { params }: InputFor<typeof routes.publishPost>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(schedulingRpc.postPublish, params, caller);
  }

  @Route(routes.retryPost)
  retry(@Input() { params }: InputFor<typeof routes.retryPost>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(schedulingRpc.postRetry, params, caller);
  }

  /** A browser that already has the month is answered 304; it may use its copy only after asking. */
  @Route(routes.calendar)
  async calendar(
    @Input() { query }: InputFor<typeof routes.calendar>,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<Uint8Array | undefined> {
    const known = fingerprintIn(request.headers['if-none-match']);
    const { bytes, fingerprint } = await this.rpc.read(schedulingRpc.calendarRange, query, caller, { known });
    if (fingerprint !== null) {
      reply.headers({ etag: tagOf(fingerprint), 'cache-control': 'private, no-cache', vary: 'cookie, x-business-id' });
    }
    if (bytes === null) {
      reply.status(304);
      return undefined;
    }
    return bytes;
  }
}
