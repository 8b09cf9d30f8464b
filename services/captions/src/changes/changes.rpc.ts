import { Controller } from '@nestjs/common';
import { changeRpc } from '@postloom/contracts';
import type { ChangedCaption, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { ChangeCaption } from './change-caption.ts';

@Controller()
export class ChangesRpc {
  constructor(private readonly changeCaption: ChangeCaption) {}

  @Rpc(changeRpc.captionChange)
  change(input: ParsedInputOf<typeof changeRpc.captionChange>, context: RpcContext): Promise<ChangedCaption> {
    return this.changeCaption.execute(input, context);
  }
}
