export * from './scheduling.ts';
