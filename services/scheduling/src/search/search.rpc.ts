import { Controller } from '@nestjs/common';
import { searchRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { tenantOf } from '../access.ts';
import { SearchPlan } from './search-plan.ts';

@Controller()
export class SearchRpc {
  constructor(private readonly searchPlan: SearchPlan) {}

  @Rpc(searchRpc.scheduling)
  search(
    { search }: ParsedInputOf<typeof searchRpc.scheduling>,
    context: RpcContext,
  ): Promise<OutputOf<typeof searchRpc.scheduling>> {
    return this.searchPlan.execute(tenantOf(context).businessId, search);
  }
}
