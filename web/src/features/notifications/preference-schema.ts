/** Loaded by the form when it first validates. */
export { NotificationPreferences } from '@postloom/contracts';
