import {
  altTextRpc,
  bringBackRpc,
  captionsRpc,
  changeRpc,
  deletionEvents,
  generationRpc,
  identityEvents,
  identityRpc,
  mediaRpc,
  recurringEvents,
  schedulingEvents,
  voicePreviewRpc,
} from '@postloom/contracts';
import type { RpcContract } from '@postloom/contracts';
import type { MessagingOptions } from '@postloom/messaging';

/** What captions serves, handles and calls: checked at start, and the source of its permissions at the broker. */
export const messages: MessagingOptions = {
  service: 'captions',
  serves: [captionsRpc, altTextRpc, changeRpc, voicePreviewRpc, generationRpc]
    .flatMap((calls): RpcContract[] => Object.values(calls))
    .concat(bringBackRpc.captions),
  handles: [
    { event: identityEvents.planChanged, handlers: ['plan'] },
    { event: identityEvents.businessDeleted, handlers: ['erase'] },
    { event: deletionEvents.userDeleted, handlers: ['erase-person'] },
    recurringEvents.occurrenceStarted,
    schedulingEvents.targetDue,
  ],
  calls: [identityRpc.businessGet, identityRpc.planGet, mediaRpc.photoSource, mediaRpc.scratchSource],
};
