import { Controller } from '@nestjs/common';
import { bringBackRpc } from '@postloom/contracts';
import type { BroughtBack, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { BringBackPosts } from './bring-back-posts.ts';
import { BringBackSchedules } from './bring-back-schedules.ts';

@Controller()
export class BringBackRpc {
  constructor(
    private readonly bringBackPosts: BringBackPosts,
    private readonly bringBackSchedules: BringBackSchedules,
  ) {}

  @Rpc(bringBackRpc.posts)
  posts(input: ParsedInputOf<typeof bringBackRpc.posts>, context: RpcContext): Promise<BroughtBack[]> {
    return this.bringBackPosts.execute(input, context);
  }

  @Rpc(bringBackRpc.schedules)
  schedules(input: ParsedInputOf<typeof bringBackRpc.schedules>, context: RpcContext): Promise<BroughtBack[]> {
    return this.bringBackSchedules.execute(input, context);
  }
}
