import { Controller } from '@nestjs/common';
import { identityRpc } from '@postloom/contracts';
import type { ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { signedIn } from '../users/index.ts';
import { ChangePlan } from './change-plan.ts';
import { GetPlan } from './get-plan.ts';

@Controller()
export class PlansRpc {
  constructor(
    private readonly getPlan: GetPlan,
    private readonly changePlan: ChangePlan,
  ) {}

  @Rpc(identityRpc.planGet)
  get(input: ParsedInputOf<typeof identityRpc.planGet>) {
    return this.getPlan.execute(input);
  }

  @Rpc(identityRpc.planChange)
  change(input: ParsedInputOf<typeof identityRpc.planChange>, context: RpcContext) {
    return this.changePlan.execute(signedIn(context), input.tier);
  }
}
