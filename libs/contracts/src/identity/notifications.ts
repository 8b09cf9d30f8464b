import { z } from 'zod';
import { ById, defineEvent, defineRpc, Empty, Id, Instant, listOf, Ok, PageQuery } from '../kernel/index.ts';
import {
  NotificationPreferences,
  NotificationPreferencesInput,
  UnsubscribeToken,
  Unsubscription,
} from './notification-preferences.ts';
import { Origin } from './schemas.ts';

/** What the popover shows; newest first, kept 90 days. */
export const Notification = z.object({
  id: Id,
  title: z.string(),
  message: z.string(),
  type: z.enum(['success', 'info', 'warning', 'error']),
  timestamp: Instant,
  read: z.boolean(),
  /** True when the person has to act; `link` leads there (a path of the app). */
  actionable: z.boolean(),
  link: z.string().nullable(),
});
export type Notification = z.infer<typeof Notification>;

export const notificationRpc = {
  notificationPreferencesGet: defineRpc('rpc.identity.notification-preferences.get.v1', {
    caller: 'service',
    input: Empty,
    output: NotificationPreferences,
    retryable: true,
  }),
  notificationPreferencesSet: defineRpc('rpc.identity.notification-preferences.set.v1', {
    caller: 'service',
    input: NotificationPreferencesInput,
    output: NotificationPreferences,
    retryable: true,
  }),

  /** What a link at the end of a mail would stop. */
  unsubscribeLook: defineRpc('rpc.identity.unsubscription.look.v1', {
    caller: 'public',
    input: z.strictObject({ token: UnsubscribeToken, origin: Origin }),
    output: Unsubscription,
    errors: ['invalid_token', 'rate_limited'],
    retryable: true,
  }),
  unsubscribe: defineRpc('rpc.identity.unsubscription.make.v1', {
    caller: 'public',
    input: z.strictObject({ token: UnsubscribeToken, origin: Origin }),
    output: Unsubscription,
    errors: ['invalid_token', 'rate_limited'],
    retryable: true,
  }),
  notificationList: defineRpc('rpc.identity.notification.list.v1', {
    input: PageQuery,
    output: listOf(Notification),
    retryable: true,
  }),
  notificationSet: defineRpc('rpc.identity.notification.set.v1', {
    input: z.strictObject({ id: Id, read: z.boolean() }),
    output: Notification,
    errors: ['not_found'],
    retryable: true,
  }),
  notificationReadAll: defineRpc('rpc.identity.notification.read-all.v1', {
    input: Empty,
    output: Ok,
    retryable: true,
  }),
  notificationDelete: defineRpc('rpc.identity.notification.delete.v1', {
    input: ById,
    output: Ok,
    errors: ['not_found'],
  }),
} as const;

export const notificationEvents = {
  notificationCreated: defineEvent('identity.notification.created.v1', z.object({ notificationId: Id })),
  /** Read, dismissed or superseded by events; null: several at once. */
  notificationChanged: defineEvent('identity.notification.changed.v1', z.object({ notificationId: Id.nullable() })),
} as const;
