export { connectionEnd } from './account.ts';
export type { Account } from './account.ts';
export { AccountsModule } from './accounts.module.ts';
export { AccountsRepository } from './accounts.repository.ts';
export { BreakAccount } from './break-account.ts';
export { ConnectAccount } from './connect-account.ts';
export { GrantsClaims } from './grants.claims.ts';
export { RemoveAccount } from './remove-account.ts';
