export * from './accounts.module.ts';
