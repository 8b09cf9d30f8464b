import type { Post } from '@postloom/contracts';
import type { CalendarEntry } from '#data/calendar-entries.ts';
import { actionsOf } from '#data/post-state.ts';
import { clockIn, dayIn, shiftDay, type Day } from '#lib/month-grid.ts';
import { isPast } from '#lib/past.ts';
import { momentOf } from '#lib/zoned-time.ts';
import type { PostChange } from './post-changes.ts';
import { changeTexts } from './texts.ts';

type Temporal = Parameters<typeof momentOf>[0];

/** Why a post stays where it is; null: it can be moved. What is out, or on its way out, cannot. */
export function moveRefusal(post: Post): string | null {
  return actionsOf(post).edit;
}

/** Posts among these that can be moved, taken out of the calendar or deleted together. */
export function changeable(entries: readonly CalendarEntry[]): readonly string[] {
  return entries.flatMap((entry) => (entry.kind === 'post' && moveRefusal(entry.post) === null ? [entry.post.id] : []));
}

/** The change that a move makes, or why it makes none. */
export type Plan = { change: PostChange & { scheduledFor: string }; refusal: null } | { change: null; refusal: string };

export type MoveFacts = { temporal: Temporal; timeZone: string; now: Date };

/** A post on another day at its own time of day. One without a date gets `freeTime` and is scheduled by the move. */
export function planMove(post: Post, day: Day, freeTime: () => string, { temporal, timeZone, now }: MoveFacts): Plan {
  const refusal = moveRefusal(post);
  if (refusal !== null) {
    return { change: null, refusal };
  }
  const clock = post.scheduledFor === null ? freeTime() : clockIn(timeZone, post.scheduledFor);
  const { instant } = momentOf(temporal, day, clock, timeZone);
  const isDatedDraft = post.status === 'draft' && post.scheduledFor !== null;
  if (!isDatedDraft && isPast(instant, now.getTime())) {
    return { change: null, refusal: changeTexts.timePassed(day) };
  }
  return { change: { scheduledFor: instant, status: isDatedDraft ? 'draft' : 'scheduled' }, refusal: null };
}

/** The same by a number of days. */
export function planShift(post: Post, days: number, facts: MoveFacts): Plan {
  const { scheduledFor } = post;
  if (scheduledFor === null) {
    return { change: null, refusal: changeTexts.noDate };
  }
  const { timeZone } = facts;
  const day = shiftDay(dayIn(timeZone, scheduledFor), days);
  return planMove(post, day, () => clockIn(timeZone, scheduledFor), facts);
}

/** Why a post cannot become a draft without a date; null: it can. */
export function unscheduleRefusal(post: Post): string | null {
  if (post.status === 'draft') {
    return post.scheduledFor === null ? changeTexts.alreadyDraft : null;
  }
  return actionsOf(post).unschedule ? null : (moveRefusal(post) ?? changeTexts.notScheduled);
}

/** What brings a post back to where it was; null when there is no way back: it had failed, or that time has passed. */
export function wayBack(post: Post, now: Date): PostChange | null {
  const { status, scheduledFor } = post;
  if (status !== 'scheduled' && status !== 'draft') {
    return null;
  }
  const isOver = status === 'scheduled' && scheduledFor !== null && isPast(scheduledFor, now.getTime());
  return isOver ? null : { scheduledFor, status };
}
