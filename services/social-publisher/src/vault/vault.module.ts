import { Module } from '@nestjs/common';
import { RewrapSecrets } from './rewrap-secrets.ts';
import { RewrapWorker } from './rewrap.worker.ts';
import { SecretsClaims } from './secrets.claims.ts';
import { SecretsRepository } from './secrets.repository.ts';
import { Vault } from './vault.ts';

@Module({
  providers: [Vault, SecretsRepository, SecretsClaims, RewrapSecrets, RewrapWorker],
  exports: [Vault, SecretsRepository],
})
export class VaultModule {}
