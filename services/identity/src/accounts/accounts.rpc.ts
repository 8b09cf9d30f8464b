import { Controller } from '@nestjs/common';
import { identityRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { signedIn } from '../users/index.ts';
import { AskPasswordReset } from './ask-password-reset.ts';
import { ConfirmEmail } from './confirm-email.ts';
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
  ) {}

  @Rpc(identityRpc.userRegister)
  register(
    input: ParsedInputOf<typeof identityRpc.userRegister>,
    context: RpcContext,
  ): Promise<OutputOf<typeof identityRpc.userRegister>> {
    return this.registerUser.execute(input, context.signal);
  }

  @Rpc(identityRpc.emailConfirm)
  confirm(input: ParsedInputOf<typeof identityRpc.emailConfirm>): Promise<{ success: true }> {
    return this.confirmEmail.execute(input.token);
  }

  @Rpc(identityRpc.emailSendConfirmation)
  confirmAgain(
    _input: ParsedInputOf<typeof identityRpc.emailSendConfirmation>,
    context: RpcContext,
  ): Promise<{ success: true }> {
    return this.sendConfirmation.execute(signedIn(context));
  }

  @Rpc(identityRpc.passwordForgot)
  forgot(input: ParsedInputOf<typeof identityRpc.passwordForgot>): Promise<{ success: true }> {
    return this.askPasswordReset.execute(input.email, input.origin.address);
  }

  @Rpc(identityRpc.passwordReset)
  reset(input: ParsedInputOf<typeof identityRpc.passwordReset>, context: RpcContext): Promise<{ success: true }> {
    return this.resetPassword.execute(input.token, input.password, context.signal);
  }
}
