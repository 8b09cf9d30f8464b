export * from './attention.ts';
export * from './attention-rules.ts';
