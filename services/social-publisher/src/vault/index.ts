export type { Binding } from './binding.ts';
export { SecretsRepository } from './secrets.repository.ts';
export type { StoredSecret } from './secrets.repository.ts';
export { registerVaultCommands } from './vault-keys.command.ts';
export { Vault } from './vault.ts';
export type { Offer } from './vault.ts';
export { VaultModule } from './vault.module.ts';
