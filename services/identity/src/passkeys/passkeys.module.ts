import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.ts';
import { ChallengesModule } from '../challenges/index.ts';
import { CredentialsModule } from '../credentials/index.ts';
import { MailModule } from '../mail/index.ts';
import { SessionsModule } from '../sessions/index.ts';
import { AddPasskey } from './add-passkey.ts';
import { PasskeysRepository } from './passkeys.repository.ts';
import { PasskeysRpc } from './passkeys.rpc.ts';
import { Passkeys } from './passkeys.ts';
import { RemovePasskey } from './remove-passkey.ts';
import { RenamePasskey } from './rename-passkey.ts';
import { StartPasskey } from './start-passkey.ts';
import { WebAuthn } from './web-authn.ts';

@Module({
  imports: [AuditModule, ChallengesModule, CredentialsModule, MailModule, SessionsModule],
  controllers: [PasskeysRpc],
  providers: [PasskeysRepository, WebAuthn, Passkeys, StartPasskey, AddPasskey, RenamePasskey, RemovePasskey],
  exports: [Passkeys],
})
export class PasskeysModule {}
