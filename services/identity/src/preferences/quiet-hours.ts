import { ZoneClock } from '@postloom/chassis';
import type { NotificationPreferences, QuietHours } from '@postloom/contracts';
import { noticesOf } from './notice-kinds.ts';
import type { NoticeKind } from './notice-kinds.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Which notices go into a mail now, and which wait until when. All others are not mailed. */
export interface MailPlan {
  readonly now: readonly NoticeKind[];
  readonly later: readonly NoticeKind[];
  readonly until: Date | null;
}

export function mailPlan({ kinds, quietHours }: NotificationPreferences, timeZone: string, now: Date): MailPlan {
  const wanted = noticesOf((kind) => kinds[kind].mail);
  const until = quietUntil(quietHours, timeZone, now);
  if (until === null) {
    return { now: wanted, later: [], until };
  }
  const passes = (notice: NoticeKind): boolean => quietHours.failuresPass && notice === 'post_failed';
  return { now: wanted.filter(passes), later: wanted.filter((notice) => !passes(notice)), until };
}

/**
 * When the quiet hours end that last at this instant; null outside of them. They end when the wall clock first shows their end: a night
 * with an hour twice is not quiet again, and an end that a clock change skips is the moment of the change.
 */
export function quietUntil({ on, from, to }: QuietHours, timeZone: string, now: Date): Date | null {
  if (!on) {
    return null;
  }
  const clock = ZoneClock.of(timeZone);
  const wall = clock.wallAt(now.getTime());
  const midnight = Math.floor(wall / DAY_MS) * DAY_MS;
  const [start, end, time] = [minutesOf(from), minutesOf(to), (wall - midnight) / MINUTE_MS];
  const isOverMidnight = start > end;
  const isQuiet = isOverMidnight ? time >= start || time < end : time >= start && time < end;
  if (!isQuiet) {
    return null;
  }
  const endDay = isOverMidnight && time >= start ? midnight + DAY_MS : midnight;
  const wallEnd = endDay + end * MINUTE_MS;
  // A zone that skips a whole date has the same time on the next one.
  const until = clock.instantOf(wallEnd) ?? clock.instantOf(wallEnd + DAY_MS);
  return until !== null && until > now.getTime() ? new Date(until) : null;
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
