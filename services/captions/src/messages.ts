import {
  captionsRpc,
  generationRpc,
  identityEvents,
  identityRpc,
  mediaRpc,
  recurringEvents,
} from '@postloom/contracts';
import type { MessagingOptions } from '@postloom/messaging';

/** What captions serves, handles and calls: checked at start, and the source of its permissions at the broker. */
export const messages: MessagingOptions = {
  service: 'captions',
  serves: [...Object.values(captionsRpc), ...Object.values(generationRpc)],
  handles: [
    { event: identityEvents.planChanged, handlers: ['plan'] },
    { event: identityEvents.businessDeleted, handlers: ['erase'] },
    recurringEvents.occurrenceStarted,
  ],
  calls: [identityRpc.businessGet, identityRpc.planGet, mediaRpc.photoSource, mediaRpc.scratchSource],
};
