import { Controller, UseGuards } from '@nestjs/common';
import { identityRpc } from '@postloom/contracts';
import type { ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { OwnAccountsGuard } from '../own-accounts.guard.ts';
import { signedIn } from '../users/index.ts';
import { AskPasswordReset } from './ask-password-reset.ts';
import { ConfirmEmail } from './confirm-email.ts';
import { GetPerson } from './get-person.ts';
import { RegisterUser } from './register-user.ts';
import { ResetPassword } from './reset-password.ts';
import { SendConfirmation } from './send-confirmation.ts';

@Controller()
export class AccountsRpc {
  constructor(
    private readonly registerUser: RegisterUser,
    private readonly confirmEmail: ConfirmEmail,
    private readonly sendConfirmation: SendConfirmation,
    private readonly askPasswordReset: AskPasswordReset,
    private readonly resetPassword: ResetPassword,
    private readonly getPerson: GetPerson,
  ) {}

  @Rpc(identityRpc.userRegister)
  @UseGuards(OwnAccountsGuard)
  register(input: ParsedInputOf<typeof identityRpc.userRegister>, context: RpcContext) {
    return this.registerUser.execute(input, context.signal);
  }

  @Rpc(identityRpc.personGet)
  person(_input: object, context: RpcContext) {
    return this.getPerson.execute(signedIn(context));
  }

  @Rpc(identityRpc.emailConfirm)
  confirm(input: ParsedInputOf<typeof identityRpc.emailConfirm>) {
    return this.confirmEmail.execute(input.token);
  }

  @Rpc(identityRpc.emailSendConfirmation)
  confirmAgain(_input: object, context: RpcContext) {
    return this.sendConfirmation.execute(signedIn(context));
  }

  @Rpc(identityRpc.passwordForgot)
  @UseGuards(OwnAccountsGuard)
  forgot(input: ParsedInputOf<typeof identityRpc.passwordForgot>) {
    return this.askPasswordReset.execute(input.email, input.origin.address);
  }

  @Rpc(identityRpc.passwordReset)
  @UseGuards(OwnAccountsGuard)
  reset(input: ParsedInputOf<typeof identityRpc.passwordReset>, context: RpcContext) {
    return this.resetPassword.execute(input.token, input.password, context.signal);
  }
}
