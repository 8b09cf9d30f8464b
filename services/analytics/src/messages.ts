import { analyticsRpc, identityEvents, mediaEvents, publisherEvents } from '@postloom/contracts';
import type { MessagingOptions } from '@postloom/messaging';

/** What analytics serves, handles and calls: checked at start, and the source of its permissions at the broker. */
export const messages: MessagingOptions = {
  service: 'analytics',
  serves: Object.values(analyticsRpc),
  handles: [
    { event: mediaEvents.photoUploaded, handlers: ['library-grew'] },
    { event: mediaEvents.photoDeleted, handlers: ['library-shrank'] },
    { event: publisherEvents.targetPublished, handlers: ['published'] },
    { event: identityEvents.businessDeleted, handlers: ['erase'] },
  ],
  calls: [],
};
