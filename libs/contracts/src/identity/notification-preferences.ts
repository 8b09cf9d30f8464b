import { z } from 'zod';
import { TimeOfDay } from '../kernel/index.ts';

/** What notifications are about, as people choose among them. Mails about sign-in, the password and the account itself always come. */
export const NotificationKind = z.enum([
  'posts_failed',
  'posts_at_risk',
  'posts_published',
  'recurring',
  'connections',
  'plan',
]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** Where a kind is told: on the page, by a mail soon after it happened, in the summary on Monday. */
export const NotificationChannels = z.strictObject({ page: z.boolean(), mail: z.boolean(), weekly: z.boolean() });
export type NotificationChannels = z.infer<typeof NotificationChannels>;

/** While they last, mails about what happened wait, in the zone of the business they are about. `from` may be later than `to`: over midnight. */
export const QuietHours = z
  .strictObject({
    on: z.boolean(),
    from: TimeOfDay,
    to: TimeOfDay,
    /** A post that did not go out is mailed all the same. */
    failuresPass: z.boolean(),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Please choose two different times.' });
export type QuietHours = z.infer<typeof QuietHours>;

export const NotificationPreferences = z.object({
  kinds: z.record(NotificationKind, NotificationChannels),
  quietHours: QuietHours,
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

/** PUT /api/notifications/preferences: any of the kinds; what is absent stays. */
export const NotificationPreferencesInput = z.strictObject({
  kinds: z.partialRecord(NotificationKind, NotificationChannels).optional(),
  quietHours: QuietHours.optional(),
});

/** What the link at the end of a mail stops: the mails about these kinds, the weekly summary, or one report. */
export const Unsubscription = z.object({
  channel: z.enum(['mail', 'weekly', 'report']),
  kinds: z.array(NotificationKind),
  /** They are stopped already. */
  stopped: z.boolean(),
});
export type Unsubscription = z.infer<typeof Unsubscription>;

/** The secret of such a link. */
export const UnsubscribeToken = z.string().min(20, 'This link is not valid.').max(200, 'This link is not valid.');
