import { NestFactory } from '@nestjs/core';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { ChassisModule, registerCommand } from '@postloom/chassis';
import type { Logger } from '@postloom/chassis';
import { PersistenceModule } from '@postloom/persistence';
import type { PersistenceOptions } from '@postloom/persistence';
import type { PublisherConfig } from '../config.ts';
import type { KeyState } from './key-report.ts';
import { RewrapSecrets } from './rewrap-secrets.ts';
import { SecretsClaims } from './secrets.claims.ts';
import { Vault } from './vault.ts';

/** What the commands need of the service: its settings, its keys and its database, without anything that publishes or works by itself. */
@Module({})
class VaultCommandsModule {}

/**
 * For operators (deploy/docs/runbooks/rotate-vault-key.md): `vault-keys` reports which keys are still needed, `vault-rotate` first seals
 * everything under the current key. Both end with an error while a key that rows need is missing.
 */
export function registerVaultCommands(config: PublisherConfig, persistence: PersistenceOptions): void {
  const root: DynamicModule = {
    module: VaultCommandsModule,
    imports: [ChassisModule.forRoot(config), PersistenceModule.forRoot(persistence)],
    providers: [Vault, SecretsClaims, RewrapSecrets],
  };
  const withVault = async (work: (rewrap: RewrapSecrets) => Promise<void>): Promise<void> => {
    const app = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
    try {
      await work(app.get(RewrapSecrets));
    } finally {
      await app.close();
    }
  };
  registerCommand('vault-keys', (_config, logger) =>
    withVault(async (rewrap) => conclude(await rewrap.report(), logger)),
  );
  registerCommand('vault-rotate', (_config, logger) =>
    withVault(async (rewrap) => {
      while (await rewrap.execute()) {
        logger.info('A batch of tokens is sealed under the current key');
      }
      conclude(await rewrap.report(), logger);
    }),
  );
}

/** @throws {Error} when tokens can't be opened */
function conclude(keys: readonly KeyState[], logger: Logger): void {
  // `use`: a field called `state` is taken for a sign-in's and redacted.
  for (const { kid, state, secrets, signIns } of keys) {
    logger.info('Vault key', { kid, use: state, secrets, signIns });
  }
  const missing = keys.filter((key) => key.state === 'missing').map((key) => key.kid);
  if (missing.length > 0) {
    throw new Error(`VAULT_KEYS lacks ${missing.join(', ')}, and tokens are sealed under it`);
  }
}
