export * from './notifications.module.ts';
export type { Notice } from './notice.ts';
export { Notify } from './notify.ts';
