import { z } from 'zod';
import { identityEvents, notificationEvents } from '../identity/index.ts';
import { albumEvents, mediaEvents } from '../media/index.ts';
import { doctorEvents, publisherEvents } from '../publisher/index.ts';
import { preflightEvents, recurringEvents, replacementEvents, schedulingEvents } from '../scheduling/index.ts';

/** A hint of GET /api/events: something of this kind changed, and the page fetches it again. */
export const LiveHint = z.object({
  type: z.enum(['post', 'photo', 'album', 'schedule', 'account', 'notification', 'limits', 'business']),
  id: z.string(),
});
export type LiveHint = z.infer<typeof LiveHint>;

/** Event subject to the kinds of hint it causes. Subjects that are not listed concern no page. */
export const liveHints: Readonly<Record<string, readonly LiveHint['type'][]>> = {
  [identityEvents.businessCreated.subject]: ['business'],
  [identityEvents.businessUpdated.subject]: ['business'],
  [identityEvents.businessDeleted.subject]: ['business'],
  [identityEvents.planChanged.subject]: ['limits'],
  [identityEvents.billingChanged.subject]: ['limits'],
  [mediaEvents.photoUploaded.subject]: ['photo', 'limits'],
  [mediaEvents.photoReady.subject]: ['photo'],
  [mediaEvents.photoUpdated.subject]: ['photo'],
  [mediaEvents.photoDeleted.subject]: ['photo', 'limits'],
  [albumEvents.albumDeleted.subject]: ['album', 'photo'],
  [notificationEvents.notificationCreated.subject]: ['notification'],
  [notificationEvents.notificationChanged.subject]: ['notification'],
  [recurringEvents.occurrenceStarted.subject]: ['schedule'],
  [recurringEvents.occurrenceSkipped.subject]: ['schedule'],
  [recurringEvents.occurrenceDrafted.subject]: ['schedule', 'post'],
  [recurringEvents.scheduleResumed.subject]: ['schedule'],
  [preflightEvents.postAtRisk.subject]: ['post'],
  [replacementEvents.replacementChanged.subject]: ['account'],
  [schedulingEvents.postCreated.subject]: ['post', 'limits'],
  [schedulingEvents.postChanged.subject]: ['post'],
  [schedulingEvents.postScheduled.subject]: ['post', 'limits'],
  [schedulingEvents.postProgressed.subject]: ['post'],
  [schedulingEvents.postDeleted.subject]: ['post', 'limits'],
  [schedulingEvents.postSettled.subject]: ['post'],
  [publisherEvents.accountConnected.subject]: ['account', 'limits'],
  [publisherEvents.accountBroken.subject]: ['account'],
  [doctorEvents.accountExpiring.subject]: ['account'],
  [publisherEvents.accountRemoved.subject]: ['account', 'limits'],
  [publisherEvents.targetPublishing.subject]: ['post'],
  [publisherEvents.targetPublished.subject]: ['post'],
  [publisherEvents.targetFailed.subject]: ['post'],
  [publisherEvents.targetDelayed.subject]: ['post'],
  [publisherEvents.targetNeedsAttention.subject]: ['post'],
};
