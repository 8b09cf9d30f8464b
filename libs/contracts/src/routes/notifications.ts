import { z } from 'zod';
import { ById, defineRoute, listOf, Ok, PageQuery } from '../kernel/index.ts';
import { Notification } from '../identity/index.ts';

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
  deleteNotification: defineRoute('DELETE', '/api/notifications/{id}', {
    ...notifications,
    summary: 'Delete a notification',
    params: ById,
    status: 204,
    errors: ['not_found'],
  }),
} as const;
