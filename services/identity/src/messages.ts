import {
  doctorEvents,
  identityRpc,
  notificationRpc,
  preflightEvents,
  publisherEvents,
  recurringEvents,
  resolveEvents,
  schedulingEvents,
} from '@postloom/contracts';
import type { MessagingOptions } from '@postloom/messaging';

/** What identity serves, handles and calls: checked at start, and the source of its permissions at the broker. */
export const messages: MessagingOptions = {
  service: 'identity',
  serves: [...Object.values(identityRpc), ...Object.values(notificationRpc)],
  handles: [
    schedulingEvents.postSettled,
    schedulingEvents.postDeleted,
    resolveEvents.targetResolved,
    preflightEvents.postAtRisk,
    recurringEvents.occurrenceSkipped,
    recurringEvents.occurrenceDrafted,
    recurringEvents.roundRestarted,
    publisherEvents.targetNeedsAttention,
    publisherEvents.targetDelayed,
    publisherEvents.accountBroken,
    publisherEvents.accountConnected,
    publisherEvents.accountRemoved,
    doctorEvents.accountExpiring,
  ],
  calls: [],
};
