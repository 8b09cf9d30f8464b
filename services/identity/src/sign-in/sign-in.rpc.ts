import { Controller, UseGuards } from '@nestjs/common';
import { identityRpc, secondStepRpc } from '@postloom/contracts';
import type { ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { OwnAccountsGuard } from '../own-accounts.guard.ts';
import { signedIn } from '../users/index.ts';
import { FinishSignIn } from './finish-sign-in.ts';
import { GetSecurity } from './get-security.ts';
import { PasskeySignIn } from './passkey-sign-in.ts';
import { SignInWays } from './sign-in-ways.ts';
import { StartSession } from './start-session.ts';

@Controller()
@UseGuards(OwnAccountsGuard)
export class SignInRpc {
  constructor(
    private readonly startSession: StartSession,
    private readonly signInWays: SignInWays,
    private readonly finishSignIn: FinishSignIn,
    private readonly passkeySignIn: PasskeySignIn,
    private readonly getSecurity: GetSecurity,
  ) {}

  @Rpc(identityRpc.sessionStart)
  start(input: ParsedInputOf<typeof identityRpc.sessionStart>, context: RpcContext) {
    return this.startSession.execute(input, context.signal);
  }

  @Rpc(secondStepRpc.signInWays)
  ways(input: ParsedInputOf<typeof secondStepRpc.signInWays>) {
    return this.signInWays.ways(input.challengeToken);
  }

  @Rpc(secondStepRpc.signInAskPasskey)
  askPasskey(input: ParsedInputOf<typeof secondStepRpc.signInAskPasskey>) {
    return this.signInWays.askPasskey(input.challengeToken);
  }

  @Rpc(secondStepRpc.signInFinish)
  finish(input: ParsedInputOf<typeof secondStepRpc.signInFinish>) {
    return this.finishSignIn.execute(input);
  }

  @Rpc(secondStepRpc.passkeySignInStart)
  startPasskey(input: ParsedInputOf<typeof secondStepRpc.passkeySignInStart>) {
    return this.passkeySignIn.start(input.origin.address);
  }

  @Rpc(secondStepRpc.passkeySignIn)
  finishPasskey(input: ParsedInputOf<typeof secondStepRpc.passkeySignIn>) {
    return this.passkeySignIn.finish(input);
  }

  @Rpc(secondStepRpc.securityGet)
  security(_input: object, context: RpcContext) {
    return this.getSecurity.execute(signedIn(context));
  }
}
