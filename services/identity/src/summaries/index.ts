export * from './summaries.module.ts';
