export { accountStatus, toSocialAccount } from './account.ts';
export type { Account, AccountState } from './account.ts';
export { AccountsModule } from './accounts.module.ts';
export { AccountsRepository } from './accounts.repository.ts';
export { ConnectAccount } from './connect-account.ts';
export { RemoveAccount } from './remove-account.ts';
export { RevokeConsent } from './revoke-consent.ts';
