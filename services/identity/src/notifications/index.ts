export * from './notifications.module.ts';
