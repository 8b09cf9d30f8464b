import { Injectable } from '@nestjs/common';
import { attentionRpc, identityRpc } from '@postloom/contracts';
import type { BusinessAttention } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';

/** One deadline for each owner: marks beside names are not waited for. */
const DEADLINE_MS = 2_000;

/**
 * GET /api/businesses/attention: identity says which businesses are the person's, posts and accounts are counted by their owners, once
 * for all of them. A part alone would be a wrong number: without both there is no answer.
 */
@Injectable()
export class ComposeAttention {
  constructor(private readonly rpc: Rpc) {}

  async execute(caller: Caller): Promise<BusinessAttention[]> {
    const options = { deadlineMs: DEADLINE_MS };
    const businessIds = (await this.rpc.call(identityRpc.businessNames, {}, caller, options)).map(({ id }) => id);
    if (businessIds.length === 0) {
      return [];
    }
    const [posts, accounts] = await Promise.all([
      this.rpc.call(attentionRpc.scheduling, { businessIds }, caller, options),
      this.rpc.call(attentionRpc.publisher, { businessIds }, caller, options),
    ]);
    const things = new Map<string, number>();
    for (const one of [...posts, ...accounts]) {
      things.set(one.businessId, (things.get(one.businessId) ?? 0) + one.things);
    }
    return businessIds.flatMap((businessId) => {
      const count = things.get(businessId);
      return count === undefined ? [] : [{ businessId, things: count }];
    });
  }
}
