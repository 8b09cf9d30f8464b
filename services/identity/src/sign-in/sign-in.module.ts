import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.ts';
import { ChallengesModule } from '../challenges/index.ts';
import { CredentialsModule } from '../credentials/index.ts';
import { PasskeysModule } from '../passkeys/index.ts';
import { SecondStepModule } from '../second-step/index.ts';
import { SessionsModule } from '../sessions/index.ts';
import { FinishSignIn } from './finish-sign-in.ts';
import { GetSecurity } from './get-security.ts';
import { PasskeySignIn } from './passkey-sign-in.ts';
import { SignInRpc } from './sign-in.rpc.ts';
import { SignInWays } from './sign-in-ways.ts';
import { StartSession } from './start-session.ts';

@Module({
  imports: [AuditModule, ChallengesModule, CredentialsModule, PasskeysModule, SecondStepModule, SessionsModule],
  controllers: [SignInRpc],
  providers: [StartSession, SignInWays, FinishSignIn, PasskeySignIn, GetSecurity],
})
export class SignInModule {}
