import { albumRpc, identityEvents, identityRpc, mediaRpc, schedulingEvents, schedulingRpc } from '@postloom/contracts';
import type { MessagingOptions } from '@postloom/messaging';

/** What media serves, handles and calls: checked at start, and the source of its permissions at the broker. */
export const messages: MessagingOptions = {
  service: 'media',
  serves: [...Object.values(mediaRpc), ...Object.values(albumRpc)],
  handles: [
    { event: identityEvents.planChanged, handlers: ['plan'] },
    { event: identityEvents.businessDeleted, handlers: ['erase'] },
    { event: schedulingEvents.postScheduled, handlers: ['use-scheduled'] },
    { event: schedulingEvents.postChanged, handlers: ['use-changed'] },
    { event: schedulingEvents.postDeleted, handlers: ['use-ended'] },
  ],
  calls: [identityRpc.planGet, schedulingRpc.photoUse],
};
