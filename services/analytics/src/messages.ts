import {
  albumRpc,
  analyticsRpc,
  captionsEvents,
  deletionEvents,
  identityEvents,
  insightEvents,
  mediaEvents,
  publisherEvents,
  reportFileRpc,
  reportRpc,
  reportShareRpc,
  schedulingRpc,
} from '@postloom/contracts';
import type { MessagingOptions } from '@postloom/messaging';

/** What analytics serves, handles and calls: checked at start, and the source of its permissions at the broker. */
export const messages: MessagingOptions = {
  service: 'analytics',
  serves: [
    ...Object.values(analyticsRpc),
    ...Object.values(reportRpc),
    ...Object.values(reportFileRpc),
    ...Object.values(reportShareRpc),
  ],
  handles: [
    { event: mediaEvents.photoUploaded, handlers: ['library-grew'] },
    { event: mediaEvents.photoDeleted, handlers: ['library-shrank'] },
    { event: mediaEvents.photoUpdated, handlers: ['album-changed'] },
    { event: publisherEvents.targetPublished, handlers: ['published'] },
    { event: publisherEvents.accountRemoved, handlers: ['account-removed'] },
    { event: insightEvents.insightsRead, handlers: ['sample'] },
    { event: captionsEvents.captionPosted, handlers: ['caption-posted'] },
    { event: identityEvents.businessCreated, handlers: ['business-known'] },
    { event: identityEvents.businessUpdated, handlers: ['business-changed'] },
    { event: identityEvents.businessDeleted, handlers: ['erase'] },
    { event: deletionEvents.userDeleted, handlers: ['erase-person'] },
  ],
  // A report by mail names albums, and says what its best posts say.
  calls: [schedulingRpc.postList, albumRpc.albumList],
};
