export * from './businesses.module.ts';
