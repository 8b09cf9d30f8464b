import type { Post } from '@postloom/contracts';
import { actionsOf } from '#data/post-state.ts';
import { formatDay } from '#lib/format.ts';
import { clockIn, dayIn, shiftDay, type Day } from '#lib/month-grid.ts';
import { isPast } from '#lib/past.ts';
import { momentOf, type LocalMoment } from '#lib/zoned-time.ts';
import type { PostChange } from './post-changes.ts';

type Temporal = Parameters<typeof momentOf>[0];

/** Why a post stays where it is; null: it can be moved. What is out, or on its way out, cannot. */
export function moveRefusal(post: Post): string | null {
  return (
    actionsOf(post).edit ??
    (post.targets.some((target) => target.status === 'published')
      ? 'A part of this post is already published, so it can no longer be moved.'
      : null)
  );
}

export type Plan = { change: PostChange; moment: LocalMoment; refusal: null } | { change: null; refusal: string };

export type MoveFacts = { temporal: Temporal; timeZone: string; now: Date };

/** A post on another day at its own time of day. One without a date gets `time` and is scheduled by the move. */
export function planMove(post: Post, day: Day, time: string, { temporal, timeZone, now }: MoveFacts): Plan {
  const refusal = moveRefusal(post);
  if (refusal !== null) {
    return { change: null, refusal };
  }
  const clock = post.scheduledFor === null ? time : clockIn(timeZone, post.scheduledFor);
  const moment = momentOf(temporal, day, clock, timeZone);
  const isDatedDraft = post.status === 'draft' && post.scheduledFor !== null;
  if (!isDatedDraft && isPast(moment.instant, now.getTime())) {
    return { change: null, refusal: `That time has already passed on ${formatDay(day)}. Choose a later day or time.` };
  }
  return {
    change: { scheduledFor: moment.instant, status: isDatedDraft ? 'draft' : 'scheduled' },
    moment,
    refusal: null,
  };
}

/** The same by a number of days. */
export function planShift(post: Post, days: number, facts: MoveFacts): Plan {
  if (post.scheduledFor === null) {
    return { change: null, refusal: 'This draft has no date yet.' };
  }
  return planMove(post, shiftDay(dayIn(facts.timeZone, post.scheduledFor), days), '', facts);
}

/** Why a post cannot become a draft without a date; null: it can. */
export function unscheduleRefusal(post: Post): string | null {
  if (post.status === 'draft') {
    return post.scheduledFor === null ? 'This post is a draft already.' : null;
  }
  return actionsOf(post).unschedule ? null : (moveRefusal(post) ?? 'Only a scheduled post can become a draft.');
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
