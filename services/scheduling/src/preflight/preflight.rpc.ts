import { Controller } from '@nestjs/common';
import { preflightRpc } from '@postloom/contracts';
import type { ParsedInputOf, Preflight } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { CheckInput } from './check-input.ts';

@Controller()
export class PreflightRpc {
  constructor(private readonly checkInput: CheckInput) {}

  @Rpc(preflightRpc.preflightCheck)
  check(input: ParsedInputOf<typeof preflightRpc.preflightCheck>, context: RpcContext): Promise<Preflight> {
    return this.checkInput.execute(input, context);
  }
}
