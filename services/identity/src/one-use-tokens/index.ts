export * from './one-use-tokens.module.ts';
export * from './one-use-tokens.ts';
