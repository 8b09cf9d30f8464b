import { Controller, UseGuards } from '@nestjs/common';
import { accountChangeRpc } from '@postloom/contracts';
import type { ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { OwnAccountsGuard } from '../own-accounts.guard.ts';
import { signedIn } from '../users/index.ts';
import { AskEmailChange } from './ask-email-change.ts';
import { ChangeEmail } from './change-email.ts';
import { ChangePassword } from './change-password.ts';
import { ConfirmIdentity } from './confirm-identity.ts';
import { SecureAccount } from './secure-account.ts';

@Controller()
@UseGuards(OwnAccountsGuard)
export class AccountChangesRpc {
  constructor(
    private readonly confirmIdentity: ConfirmIdentity,
    private readonly changePassword: ChangePassword,
    private readonly askEmailChange: AskEmailChange,
    private readonly changeEmail: ChangeEmail,
    private readonly secureAccount: SecureAccount,
  ) {}

  @Rpc(accountChangeRpc.identityConfirm)
  confirm(input: ParsedInputOf<typeof accountChangeRpc.identityConfirm>, context: RpcContext) {
    return this.confirmIdentity.execute(signedIn(context), input, context.signal);
  }

  @Rpc(accountChangeRpc.passwordChange)
  password(input: ParsedInputOf<typeof accountChangeRpc.passwordChange>, context: RpcContext) {
    return this.changePassword.execute(signedIn(context), input, context.signal);
  }

  @Rpc(accountChangeRpc.emailAskChange)
  askEmail(input: ParsedInputOf<typeof accountChangeRpc.emailAskChange>, context: RpcContext) {
    return this.askEmailChange.execute(signedIn(context), input, context.signal);
  }

  @Rpc(accountChangeRpc.emailChange)
  email(input: ParsedInputOf<typeof accountChangeRpc.emailChange>) {
    return this.changeEmail.execute(input.token);
  }

  @Rpc(accountChangeRpc.accountSecure)
  secure(input: ParsedInputOf<typeof accountChangeRpc.accountSecure>) {
    return this.secureAccount.execute(input.token);
  }
}
