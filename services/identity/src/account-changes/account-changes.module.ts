import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.ts';
import { ChallengesModule } from '../challenges/index.ts';
import { CredentialsModule } from '../credentials/index.ts';
import { MailModule } from '../mail/index.ts';
import { OneUseTokensModule } from '../one-use-tokens/index.ts';
import { PasskeysModule } from '../passkeys/index.ts';
import { SecondStepModule } from '../second-step/index.ts';
import { SessionsModule } from '../sessions/index.ts';
import { AccountChangesRpc } from './account-changes.rpc.ts';
import { AddressesRepository } from './addresses.repository.ts';
import { AskEmailChange } from './ask-email-change.ts';
import { ChangeEmail } from './change-email.ts';
import { ChangePassword } from './change-password.ts';
import { CheckPassword } from './check-password.ts';
import { CloseWays } from './close-ways.ts';
import { ConfirmIdentity } from './confirm-identity.ts';
import { SecureAccount } from './secure-account.ts';
import { WithdrawLinks } from './withdraw-links.ts';

@Module({
  imports: [
    AuditModule,
    ChallengesModule,
    CredentialsModule,
    MailModule,
    OneUseTokensModule,
    PasskeysModule,
    SecondStepModule,
    SessionsModule,
  ],
  controllers: [AccountChangesRpc],
  providers: [
    AddressesRepository,
    CheckPassword,
    WithdrawLinks,
    CloseWays,
    ConfirmIdentity,
    ChangePassword,
    AskEmailChange,
    ChangeEmail,
    SecureAccount,
  ],
  exports: [CloseWays],
})
export class AccountChangesModule {}
