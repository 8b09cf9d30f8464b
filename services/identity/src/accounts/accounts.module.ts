import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/index.ts';
import { MailModule } from '../mail/index.ts';
import { OneUseTokensModule } from '../one-use-tokens/index.ts';
import { PlansModule } from '../plans/index.ts';
import { SessionsModule } from '../sessions/index.ts';
import { AccountsRpc } from './accounts.rpc.ts';
import { AskPasswordReset } from './ask-password-reset.ts';
import { ConfirmEmail } from './confirm-email.ts';
import { RegisterUser } from './register-user.ts';
import { ResetPassword } from './reset-password.ts';
import { SendConfirmation } from './send-confirmation.ts';
import { UsersRepository } from './users.repository.ts';

@Module({
  imports: [CredentialsModule, MailModule, OneUseTokensModule, PlansModule, SessionsModule],
  controllers: [AccountsRpc],
  providers: [UsersRepository, RegisterUser, ConfirmEmail, SendConfirmation, AskPasswordReset, ResetPassword],
})
export class AccountsModule {}
