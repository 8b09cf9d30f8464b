import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/index.ts';
import { AccountsModule } from '../accounts/index.ts';
import { AuditModule } from '../audit/index.ts';
import { MailModule } from '../mail/index.ts';
import { OneUseTokensModule } from '../one-use-tokens/index.ts';
import { SessionsModule } from '../sessions/index.ts';
import { ConfirmLink } from './confirm-link.ts';
import { FinishSignIn } from './finish-sign-in.ts';
import { LinksRepository } from './links.repository.ts';
import { OpenidRpc } from './openid.rpc.ts';
import { OpenidProvider } from './provider.ts';
import { RecognizePerson } from './recognize-person.ts';
import { SignInsClaims } from './sign-ins.claims.ts';
import { SignInsRepository } from './sign-ins.repository.ts';
import { SignInsWorker } from './sign-ins.worker.ts';
import { SignOut } from './sign-out.ts';
import { StartSignIn } from './start-sign-in.ts';

@Module({
  imports: [AccountChangesModule, AccountsModule, AuditModule, MailModule, OneUseTokensModule, SessionsModule],
  controllers: [OpenidRpc],
  providers: [
    OpenidProvider,
    SignInsRepository,
    SignInsClaims,
    SignInsWorker,
    LinksRepository,
    RecognizePerson,
    StartSignIn,
    FinishSignIn,
    ConfirmLink,
    SignOut,
  ],
})
export class OpenidModule {}
