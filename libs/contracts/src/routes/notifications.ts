import { z } from 'zod';
import { ById, defineRoute, listOf, Ok, PageQuery } from '../kernel/index.ts';
import {
  Notification,
  NotificationPreferences,
  NotificationPreferencesInput,
  PushDevice,
  PushDeviceInput,
  UnsubscribeToken,
  Unsubscription,
} from '../identity/index.ts';

const notifications = { tag: 'Notifications' } as const;

/** Notifications of a person, in the popover and live. */
export const notificationRoutes = {
  notifications: defineRoute('GET', '/api/notifications', {
    ...notifications,
    summary: 'Notifications of the active business, newest first',
    query: PageQuery,
    answer: listOf(Notification),
  }),
  setNotification: defineRoute('PUT', '/api/notifications/{id}', {
    ...notifications,
    summary: 'Mark a notification as read or unread',
    params: ById,
    body: z.strictObject({ read: z.boolean() }),
    answer: Notification,
    errors: ['not_found'],
  }),
  readAllNotifications: defineRoute('POST', '/api/notifications/read-all', {
    ...notifications,
    summary: 'Mark all notifications as read',
    answer: Ok,
  }),
  notificationPreferences: defineRoute('GET', '/api/notifications/preferences', {
    ...notifications,
    summary: 'What is told where, and the quiet hours',
    answer: NotificationPreferences,
  }),
  saveNotificationPreferences: defineRoute('PUT', '/api/notifications/preferences', {
    ...notifications,
    summary: 'Choose what is told where, and the quiet hours',
    body: NotificationPreferencesInput,
    answer: NotificationPreferences,
  }),
  pushDevice: defineRoute('GET', '/api/notifications/device', {
    ...notifications,
    summary: 'Whether this browser gets pushes, and the key that it subscribes with',
    answer: PushDevice,
  }),
  savePushDevice: defineRoute('PUT', '/api/notifications/device', {
    ...notifications,
    summary: 'Send pushes to this browser until it signs out',
    body: PushDeviceInput,
    answer: PushDevice,
    errors: ['validation_failed'],
  }),
  removePushDevice: defineRoute('DELETE', '/api/notifications/device', {
    ...notifications,
    summary: 'Send no more pushes to this browser',
    answer: Ok,
  }),
  unsubscribePage: defineRoute('GET', '/api/notifications/unsubscribe', {
    ...notifications,
    summary: 'To the page that asks before it stops mails',
    access: 'public',
    query: z.object({ token: z.string().max(200).optional() }),
    status: 302,
  }),
  unsubscribe: defineRoute('POST', '/api/notifications/unsubscribe', {
    ...notifications,
    summary: 'Stop the mails that a link names, with one click and without signing in (RFC 8058)',
    access: 'public',
    query: z.strictObject({ token: UnsubscribeToken }),
    answer: Unsubscription,
    errors: ['invalid_token', 'rate_limited'],
  }),
  unsubscription: defineRoute('GET', '/api/notifications/unsubscribe/link', {
    ...notifications,
    summary: 'What a link would stop',
    access: 'public',
    query: z.strictObject({ token: UnsubscribeToken }),
    answer: Unsubscription,
    errors: ['invalid_token', 'rate_limited'],
  }),
  deleteNotification: defineRoute('DELETE', '/api/notifications/{id}', {
    ...notifications,
    summary: 'Delete a notification',
    params: ById,
    status: 204,
    errors: ['not_found'],
  }),
} as const;
