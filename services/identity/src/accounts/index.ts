export * from './accounts.module.ts';
export * from './open-account.ts';
export * from './users.repository.ts';
