export * from './schema.ts';
export * from './templates.ts';
