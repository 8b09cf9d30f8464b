export * from './platforms.ts';
export * from './rules.ts';
