import type { Occurrence, Platform } from '@postloom/contracts';
import type { Rule, Slot } from './slots.ts';

/** A recurring schedule as it is stored. */
export interface ScheduleRecord extends Rule {
  readonly id: string;
  readonly businessId: string;
  readonly payerId: string;
  /** Who created it: captions are written with this person's preferences. */
  readonly authorId: string;
  readonly name: string;
  readonly platforms: readonly Platform[];
  readonly useAllPhotos: boolean;
  readonly albumId: string | null;
  readonly isActive: boolean;
  /** The day of its zone on which it resumes by itself; null while it runs, and where a person will resume it. */
  readonly pausedUntil: string | null;
  /** Accounts that its posts wait for although they are disconnected; on other platforms they go to the account connected. */
  readonly accountIds: Readonly<Partial<Record<Platform, string>>>;
  /** The next slot that has not been opened; null while paused and after the last one. */
  readonly next: Slot | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** One slot that began or that a person edited. */
export interface OccurrenceRecord {
  readonly id: string;
  readonly businessId: string;
  readonly scheduleId: string;
  readonly localSlot: string;
  readonly dueAt: Date;
  readonly status: Occurrence['status'];
  readonly reason: string | null;
  readonly round: number | null;
  readonly photoId: string | null;
  readonly captionBy: Date | null;
  readonly generationId: string | null;
  readonly captionFailure: string | null;
  readonly postId: string | null;
  readonly ownCaption: string | null;
  readonly ownPhotoId: string | null;
  readonly ownTime: string | null;
  readonly version: number;
}

/** A slot begins at least this long before it is due: time to pick a photo and to write a caption. */
const LEAST_LEAD_MS = 10 * 60_000;
/**
 * Schedules of the same hour begin spread over this much more, so that the captions of everybody's nine o'clock reach the
 * providers as a stream and not within one second.
 */
const LEAD_SPREAD_MS = 50 * 60_000;
/** The latest missed slot still runs when it is at most this late. */
export const LATEST_MS = 60 * 60_000;
/** The least time that a caption gets when a slot begins late. */
export const CAPTION_MS = 2 * 60_000;

/** Why nothing was posted, as the owner reads it. */
export const reasons = {
  byPerson: 'You skipped this one.',
  paused: 'The schedule was paused.',
  missed: 'Postloom could not run at that time, and a later post would have come too late.',
  noPhotoInAlbum: 'There is no photo in the album of this schedule.',
  noPhoto: 'There is no photo in your library.',
  noCaptionInTime: 'No caption was written in time, so this became a draft.',
  noCaption: (why: string) => `No caption could be written, so this became a draft. ${why}`.trim(),
  captionsOff:
    'Automatic captions are off, so it has no caption yet. The person who made the schedule can turn them on in Settings.',
  postDeleted: 'Its post was deleted.',
} as const;

/** A slot that nobody has touched yet. */
export function plannedOccurrence(schedule: ScheduleRecord, slot: Slot, id: string): OccurrenceRecord {
  return {
    ...{ id, businessId: schedule.businessId, scheduleId: schedule.id, localSlot: slot.localSlot, dueAt: slot.dueAt },
    ...{ status: 'planned', reason: null, round: null, photoId: null, captionBy: null, generationId: null },
    ...{ captionFailure: null, postId: null, ownCaption: null, ownPhotoId: null, ownTime: null, version: 1 },
  };
}

/** The same slot as if it had not begun; the person's choices for it stay. */
export function asPlanned(occurrence: OccurrenceRecord): OccurrenceRecord {
  return {
    ...occurrence,
    ...{ status: 'planned', reason: null, round: null, photoId: null, captionBy: null, generationId: null },
    ...{ captionFailure: null, postId: null },
  };
}

/** A person has edited this one: it outlives a pause and moves with the rule. */
export function isTouched({ ownCaption, ownPhotoId, ownTime, reason }: OccurrenceRecord): boolean {
  return ownCaption !== null || ownPhotoId !== null || ownTime !== null || reason === reasons.byPerson;
}

/**
 * Milliseconds from the beginning of a schedule's slots to their due time: 10 to 60 minutes, the same for every slot of a schedule.
 * Taken from the last digits of its id, which are random.
 */
export function leadMs(scheduleId: string): number {
  const share = Number.parseInt(scheduleId.slice(-8), 16) / 2 ** 32;
  return LEAST_LEAD_MS + Math.floor(share * LEAD_SPREAD_MS);
}

/** When a slot of this schedule begins: its photo is picked and its caption requested. */
export function beginsAt(scheduleId: string, dueAt: Date): Date {
  return new Date(dueAt.getTime() - leadMs(scheduleId));
}
