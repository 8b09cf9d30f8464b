import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.ts';
import { ChallengesModule } from '../challenges/index.ts';
import { CredentialsModule } from '../credentials/index.ts';
import { MailModule } from '../mail/index.ts';
import { OneUseTokensModule } from '../one-use-tokens/index.ts';
import { PlansModule } from '../plans/index.ts';
import { SessionsModule } from '../sessions/index.ts';
import { AccountsRpc } from './accounts.rpc.ts';
import { AskPasswordReset } from './ask-password-reset.ts';
import { ConfirmEmail } from './confirm-email.ts';
import { GetPerson } from './get-person.ts';
import { OpenAccount } from './open-account.ts';
import { RegisterUser } from './register-user.ts';
import { ResetPassword } from './reset-password.ts';
import { SendConfirmation } from './send-confirmation.ts';
import { UsersRepository } from './users.repository.ts';

@Module({
  imports: [
    AuditModule,
    ChallengesModule,
    CredentialsModule,
    MailModule,
    OneUseTokensModule,
    PlansModule,
    SessionsModule,
  ],
  controllers: [AccountsRpc],
  providers: [
    UsersRepository,
    OpenAccount,
    RegisterUser,
    ConfirmEmail,
    SendConfirmation,
    AskPasswordReset,
    ResetPassword,
    GetPerson,
  ],
  exports: [OpenAccount, UsersRepository],
})
export class AccountsModule {}
