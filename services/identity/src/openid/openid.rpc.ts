import { Controller } from '@nestjs/common';
import { identityRpc, openidRpc } from '@postloom/contracts';
import type { ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { ConfirmLink } from './confirm-link.ts';
import { FinishSignIn } from './finish-sign-in.ts';
import { SignOut } from './sign-out.ts';
import { StartSignIn } from './start-sign-in.ts';

@Controller()
export class OpenidRpc {
  constructor(
    private readonly startSignIn: StartSignIn,
    private readonly finishSignIn: FinishSignIn,
    private readonly confirmLink: ConfirmLink,
    private readonly signOut: SignOut,
  ) {}

  @Rpc(openidRpc.signInStart)
  start(input: ParsedInputOf<typeof openidRpc.signInStart>) {
    return this.startSignIn.execute(input);
  }

  @Rpc(openidRpc.signInFinish)
  finish(input: ParsedInputOf<typeof openidRpc.signInFinish>, context: RpcContext) {
    return this.finishSignIn.execute(input, context.signal);
  }

  @Rpc(openidRpc.linkConfirm)
  link(input: ParsedInputOf<typeof openidRpc.linkConfirm>) {
    return this.confirmLink.execute(input.token);
  }

  @Rpc(identityRpc.sessionEnd)
  end(input: ParsedInputOf<typeof identityRpc.sessionEnd>) {
    return this.signOut.execute(input.sessionToken);
  }
}
