import {
  albumRpc,
  bringBackRpc,
  captionsRpc,
  deletionEvents,
  exportRpc,
  generationRpc,
  identityEvents,
  identityRpc,
  importDataRpc,
  linkRpc,
  mediaRpc,
  notificationRpc,
  recurringRpc,
  reportBrandRpc,
  reportLogoRpc,
  reportMailRpc,
  schedulingEvents,
  schedulingRpc,
  searchRpc,
  transferRpc,
} from '@postloom/contracts';
import type { RpcContract } from '@postloom/contracts';
import type { MessagingOptions } from '@postloom/messaging';

/** What media serves, handles and calls: checked at start, and the source of its permissions at the broker. */
export const messages: MessagingOptions = {
  service: 'media',
  serves: [mediaRpc, albumRpc, exportRpc, importDataRpc, linkRpc, transferRpc, reportLogoRpc]
    .flatMap((group): RpcContract[] => Object.values(group))
    .concat([searchRpc.media]),
  handles: [
    { event: identityEvents.planChanged, handlers: ['plan'] },
    { event: identityEvents.businessCreated, handlers: ['business-known'] },
    { event: identityEvents.businessUpdated, handlers: ['business-changed'] },
    { event: identityEvents.businessDeleted, handlers: ['erase'] },
    { event: deletionEvents.userDeleted, handlers: ['erase-person'] },
    { event: schedulingEvents.postScheduled, handlers: ['use-scheduled'] },
    { event: schedulingEvents.postChanged, handlers: ['use-changed'] },
    { event: schedulingEvents.postDeleted, handlers: ['use-ended'] },
  ],
  calls: [
    identityRpc.planGet,
    identityRpc.businessGet,
    schedulingRpc.photoUse,
    // An export reads what is its person's, page by page.
    identityRpc.personGet,
    identityRpc.businessList,
    notificationRpc.notificationPreferencesGet,
    reportMailRpc.reportScheduleList,
    reportBrandRpc.reportBrandGet,
    captionsRpc.aiSettingsGet,
    captionsRpc.voiceGet,
    captionsRpc.preferencesGet,
    generationRpc.generationPage,
    schedulingRpc.postList,
    recurringRpc.scheduleList,
    recurringRpc.scheduleUpcoming,
    // An import brings it back.
    bringBackRpc.business,
    bringBackRpc.posts,
    bringBackRpc.schedules,
    bringBackRpc.captions,
    captionsRpc.aiSettingsSet,
    captionsRpc.voiceSet,
    captionsRpc.preferencesSet,
    notificationRpc.notificationPreferencesSet,
  ],
};
