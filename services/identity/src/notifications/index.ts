export { notificationSources } from './notifications.events.ts';
export * from './notifications.module.ts';
