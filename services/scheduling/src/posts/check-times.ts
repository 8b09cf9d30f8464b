import type { PostRecord } from './post.ts';

const HOUR_MS = 3_600_000;
/** A post is checked again against the platforms' rules this many hours before it is due. */
export const CHECK_HOURS = [24, 1] as const;
export type CheckHours = (typeof CHECK_HOURS)[number];

/** When a scheduled post is checked next; null when both checks are past, or none of its targets waits. */
export function nextCheckAt(post: Pick<PostRecord, 'status' | 'dueAt' | 'targets'>, now: Date): Date | null {
  const { dueAt } = post;
  if (post.status !== 'scheduled' || dueAt === null) {
    return null;
  }
  if (post.targets.every(({ state }) => state !== 'scheduled')) {
    return null;
  }
  const ahead = CHECK_HOURS.map((hours) => dueAt.getTime() - hours * HOUR_MS).filter((at) => at > now.getTime());
  const [first] = ahead;
  return first === undefined ? null : new Date(first);
}

/** Which of the two checks is due now. */
export function checkDueNow(dueAt: Date, now: Date): CheckHours {
  return dueAt.getTime() - now.getTime() <= HOUR_MS ? 1 : 24;
}
