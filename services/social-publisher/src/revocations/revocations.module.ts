import { Module } from '@nestjs/common';
import { PlatformsModule } from '../platforms/index.ts';
import { VaultModule } from '../vault/index.ts';
import { RevocationsClaims } from './revocations.claims.ts';
import { RevocationsRepository } from './revocations.repository.ts';
import { RevocationsWorker } from './revocations.worker.ts';
import { RevokeConsent } from './revoke-consent.ts';

@Module({
  imports: [PlatformsModule, VaultModule],
  providers: [RevocationsClaims, RevocationsRepository, RevocationsWorker, RevokeConsent],
  exports: [RevocationsRepository],
})
export class RevocationsModule {}
