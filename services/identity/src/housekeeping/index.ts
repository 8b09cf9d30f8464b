export * from './housekeeping.module.ts';
