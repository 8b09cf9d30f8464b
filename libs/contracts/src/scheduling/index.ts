export * from './messages.ts';
export * from './scheduling.ts';
