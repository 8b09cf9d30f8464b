import {
  albumEvents,
  albumRpc,
  calendarFeedRpc,
  captionsEvents,
  doctorEvents,
  generationRpc,
  identityEvents,
  identityRpc,
  importRpc,
  mediaEvents,
  mediaRpc,
  preflightRpc,
  publisherEvents,
  publisherRpc,
  recurringRpc,
  resolveRpc,
  schedulingRpc,
} from '@postloom/contracts';
import type { MessagingOptions } from '@postloom/messaging';

/** What scheduling serves, handles and calls: checked at start, and the source of its permissions at the broker. */
export const messages: MessagingOptions = {
  service: 'scheduling',
  serves: [schedulingRpc, preflightRpc, resolveRpc, importRpc, calendarFeedRpc, recurringRpc].flatMap((group) =>
    Object.values(group),
  ),
  handles: [
    { event: identityEvents.businessCreated, handlers: ['business-facts'] },
    { event: identityEvents.businessUpdated, handlers: ['', 'schedules'] },
    { event: identityEvents.businessDeleted, handlers: ['posts'] },
    { event: identityEvents.planChanged, handlers: ['plan'] },
    { event: mediaEvents.photoUploaded, handlers: ['', 'album'] },
    { event: mediaEvents.photoReady, handlers: ['', 'album'] },
    { event: mediaEvents.photoUpdated, handlers: ['album'] },
    mediaEvents.photoDeleted,
    albumEvents.albumDeleted,
    ...Object.values(captionsEvents),
    ...Object.values(publisherEvents),
    doctorEvents.accountExpiring,
  ],
  calls: [
    identityRpc.businessGet,
    identityRpc.planGet,
    publisherRpc.accountList,
    mediaRpc.photoList,
    mediaRpc.photoFacts,
    albumRpc.albumGet,
    albumRpc.photoNamed,
    generationRpc.generationGet,
  ],
};
