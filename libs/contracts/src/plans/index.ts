export * from './plans.ts';
export * from './usage.ts';
