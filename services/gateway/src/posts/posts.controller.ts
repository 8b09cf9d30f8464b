import { Controller } from '@nestjs/common';
import { routes, schedulingRpc } from '@postloom/contracts';
import type { PostStats } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { Input, Route, Who } from '../http/index.ts';
import type { InputFor } from '../http/index.ts';
import { ComposeStats } from './compose-stats.ts';

@Controller()
export class PostsController {
  constructor(
    private readonly rpc: Rpc,
    private readonly composeStats: ComposeStats,
  ) {}

  @Route(routes.posts)
  list(@Input() { query }: InputFor<typeof routes.posts>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(schedulingRpc.postList, query, caller);
  }

  @Route(routes.scheduledPosts)
  scheduled(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(schedulingRpc.postScheduled, {}, caller);
  }

  @Route(routes.postStats)
  stats(@Who() caller: Caller): Promise<PostStats> {
    return this.composeStats.execute(caller);
  }

  @Route(routes.dashboardStats)
  dashboardStats(@Who() caller: Caller): Promise<PostStats> {
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

  @Route(routes.calendar)
  calendar(@Input() { query }: InputFor<typeof routes.calendar>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(schedulingRpc.calendarRange, query, caller, { keepAnswer: true });
  }
}
