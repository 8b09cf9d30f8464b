export { AccountsModule } from './accounts.module.ts';
export { originOf } from './origin.ts';
export { OwnAccountsGuard } from './own-accounts.guard.ts';
