import {
  attentionRpc,
  callbackRpc,
  deletionEvents,
  doctorRpc,
  identityEvents,
  identityRpc,
  mediaRpc,
  publisherRpc,
  resolveEvents,
  schedulingEvents,
  sharedAccountRpc,
} from '@postloom/contracts';
import type { MessagingOptions } from '@postloom/messaging';

/** What publisher serves, handles and calls: checked at start, and the source of its permissions at the broker. */
export const messages: MessagingOptions = {
  service: 'publisher',
  serves: [
    ...Object.values(publisherRpc),
    ...Object.values(sharedAccountRpc),
    ...Object.values(callbackRpc),
    ...Object.values(doctorRpc),
    attentionRpc.publisher,
  ],
  handles: [
    { event: schedulingEvents.targetDue, handlers: ['enqueue'] },
    { event: resolveEvents.targetResolved, handlers: ['resolve'] },
    { event: schedulingEvents.postDeleted, handlers: ['cancel'] },
    { event: identityEvents.businessDeleted, handlers: ['erase'] },
    { event: deletionEvents.userDeleted, handlers: ['erase-person'] },
    { event: identityEvents.planChanged, handlers: ['plan'] },
  ],
  calls: [identityRpc.planGet, mediaRpc.photoSource],
};
