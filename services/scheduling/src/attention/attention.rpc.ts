import { Controller } from '@nestjs/common';
import { attentionRpc } from '@postloom/contracts';
import type { BusinessAttention, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { TroubledPostsClaims } from './troubled-posts.claims.ts';

@Controller()
export class AttentionRpc {
  constructor(private readonly posts: TroubledPostsClaims) {}

  @Rpc(attentionRpc.scheduling)
  count(
    { businessIds }: ParsedInputOf<typeof attentionRpc.scheduling>,
    { payerId }: RpcContext,
  ): Promise<BusinessAttention[]> {
    return this.posts.count(businessIds, payerId);
  }
}
