export * from './audit.module.ts';
export * from './audit.ts';
