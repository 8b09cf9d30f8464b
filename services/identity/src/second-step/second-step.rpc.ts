import { Controller, UseGuards } from '@nestjs/common';
import { secondStepRpc } from '@postloom/contracts';
import type { ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { OwnAccountsGuard } from '../own-accounts.guard.ts';
import { signedIn } from '../users/index.ts';
import { ConfirmTotp } from './confirm-totp.ts';
import { EndTotp } from './end-totp.ts';
import { RenewRecoveryCodes } from './renew-recovery-codes.ts';
import { StartTotp } from './start-totp.ts';

@Controller()
@UseGuards(OwnAccountsGuard)
export class SecondStepRpc {
  constructor(
    private readonly startTotp: StartTotp,
    private readonly confirmTotp: ConfirmTotp,
    private readonly endTotp: EndTotp,
    private readonly renewRecoveryCodes: RenewRecoveryCodes,
  ) {}

  @Rpc(secondStepRpc.totpStart)
  start(input: ParsedInputOf<typeof secondStepRpc.totpStart>, context: RpcContext) {
    return this.startTotp.execute(signedIn(context), input.sessionId);
  }

  @Rpc(secondStepRpc.totpConfirm)
  confirm(input: ParsedInputOf<typeof secondStepRpc.totpConfirm>, context: RpcContext) {
    return this.confirmTotp.execute(signedIn(context), input);
  }

  @Rpc(secondStepRpc.totpEnd)
  end(input: ParsedInputOf<typeof secondStepRpc.totpEnd>, context: RpcContext) {
    return this.endTotp.execute(signedIn(context), input);
  }

  @Rpc(secondStepRpc.recoveryCodesRenew)
  renew(input: ParsedInputOf<typeof secondStepRpc.recoveryCodesRenew>, context: RpcContext) {
    return this.renewRecoveryCodes.execute(signedIn(context), input);
  }
}
