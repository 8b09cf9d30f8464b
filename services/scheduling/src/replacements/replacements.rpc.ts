import { Controller } from '@nestjs/common';
import { replacementRpc } from '@postloom/contracts';
import type { AccountReplacement, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { tenantOf } from '../access.ts';
import { DecideReplacement } from './decide-replacement.ts';
import { ReplacementsRepository } from './replacements.repository.ts';

@Controller()
export class ReplacementsRpc {
  constructor(
    private readonly uow: Uow,
    private readonly replacements: ReplacementsRepository,
    private readonly decide: DecideReplacement,
  ) {}

  @Rpc(replacementRpc.replacementList)
  list(_input: object, context: RpcContext): Promise<AccountReplacement[]> {
    const { businessId } = tenantOf(context);
    return this.uow.run(Scope.business(businessId), (tx) => this.replacements.list(tx, businessId), { readOnly: true });
  }

  @Rpc(replacementRpc.replacementDecide)
  decided(
    input: ParsedInputOf<typeof replacementRpc.replacementDecide>,
    context: RpcContext,
  ): Promise<{ success: true }> {
    return this.decide.execute(input, context);
  }
}
