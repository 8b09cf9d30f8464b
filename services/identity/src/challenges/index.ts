export * from './challenges.module.ts';
export * from './challenges.ts';
