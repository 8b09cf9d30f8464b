import type { BestTimes, Occurrence, Platform, Post } from '@postloom/contracts';
import { clockIn, dayIn, shiftDay, type Day } from '#lib/month-grid.ts';
import { momentOf, type TemporalApi } from '#lib/zoned-time.ts';

/** A time that a post could take. */
export type FreeSlot = {
  date: Day;
  time: string;
  instant: string;
  /** What was measured of such times; without it the time is merely a usual one. */
  measured?: Pick<BestTime, 'score' | 'posts' | 'reason'>;
};

export type BestTime = BestTimes['cells'][number];

/** Something that goes out: a post, or an occurrence of a schedule. */
export type Planned = { at: string; platforms: readonly Platform[] };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Posts of one platform keep at least this far apart. */
const APART_MS = HOUR_MS;
/** A suggestion leaves time to finish the post. */
const LEAD_MS = 10 * MINUTE_MS;
/** Uses of a time of day from which it counts as a habit. */
const HABIT = 2;
const MOST_TIMES = 4;
const NOON = '12:00';
const QUARTER_MS = 15 * MINUTE_MS;
/** Until a business has habits of its own. */
const GENERAL_TIMES = ['09:00', NOON, '18:00'];
/** Days ahead that are searched for a free time. */
export const SEARCHED = 14;

/** The times of day at which this business posts, 'HH:MM', earliest first; general ones fill up while there are few. */
export function usualTimes(planned: readonly Planned[], timeZone: string): readonly string[] {
  const uses = new Map<string, number>();
  for (const { at } of planned) {
    // Down to five minutes: what went out at 5:01 PM was meant for 5 PM.
    const time = clockIn(timeZone, at).replace(/\d$/, (minute) => (minute < '5' ? '0' : '5'));
    uses.set(time, (uses.get(time) ?? 0) + 1);
  }
  const habits = [...uses]
    .filter(([, count]) => count >= HABIT)
    .sort(([a, timesA], [b, timesB]) => timesB - timesA || a.localeCompare(b))
    .map(([time]) => time)
    .slice(0, MOST_TIMES);
  const general = GENERAL_TIMES.filter((time) => habits.every((habit) => apart(time, habit) >= APART_MS));
  return [...habits, ...general.slice(0, Math.max(0, GENERAL_TIMES.length - habits.length))].sort();
}

function apart(one: string, other: string): number {
  return Math.abs(Date.parse(`1970-01-01T${one}Z`) - Date.parse(`1970-01-01T${other}Z`));
}

export type SlotQuestion = {
  timeZone: string;
  /** Milliseconds. */
  now: number;
  /** Where the post goes; none: it keeps apart from every other. */
  platforms: readonly Platform[];
  planned: readonly Planned[];
  /** The first day to look at. */
  from: Day;
  count: number;
  /** Other suggestions, from which these keep apart, too. */
  besides?: readonly FreeSlot[];
};

/** The next times without a post for these platforms, at the hours this business uses, never in the past or in a gap of the clocks. */
export function freeSlots(api: TemporalApi, question: SlotQuestion): readonly FreeSlot[] {
  const { timeZone, planned, from, count } = question;
  const times = usualTimes(planned, timeZone);
  const slotAt = finderOf(api, question);
  const found: FreeSlot[] = [];
  for (let ahead = 0; ahead < SEARCHED && found.length < count; ahead += 1) {
    const date = shiftDay(from, ahead);
    found.push(...times.flatMap((time) => slotAt(date, time) ?? []));
  }
  return found.slice(0, count);
}

/** The time of a day as a slot; null when it is taken, too soon or in a gap of the clocks. */
export function finderOf(
  api: TemporalApi,
  { timeZone, now, platforms, planned, besides = [] }: SlotQuestion,
): (date: Day, time: string) => FreeSlot | null {
  const others = [
    ...planned
      .filter((one) => platforms.length === 0 || one.platforms.some((platform) => platforms.includes(platform)))
      .map(({ at }) => Date.parse(at)),
    ...besides.map(({ instant }) => Date.parse(instant)),
  ];
  return (date, time) => {
    const { instant, kind } = momentOf(api, date, time, timeZone);
    const at = Date.parse(instant);
    const isFree = others.every((other) => Math.abs(other - at) >= APART_MS);
    return kind !== 'skipped' && at >= now + LEAD_MS && isFree ? { date, time, instant } : null;
  };
}

/**
 * The time that a post of a day starts with: one that did well, else the first free one. Noon when every usual one is taken or the calendar is not known;
 * today, the next quarter of an hour that leaves time to finish. Null: the day is over.
 */
export function presetTime(
  day: Day,
  slots: readonly FreeSlot[] | undefined,
  { timeZone, now }: { timeZone: string; now: Date },
): string | null {
  const ofDay = slots?.filter(({ date }) => date === day) ?? [];
  const free = ofDay.find(({ measured }) => measured) ?? ofDay[0];
  if (free) {
    return free.time;
  }
  const today = dayIn(timeZone, now);
  if (day > today) {
    return NOON;
  }
  const next = new Date(Math.ceil((now.getTime() + LEAD_MS) / QUARTER_MS) * QUARTER_MS);
  return day === today && dayIn(timeZone, next) === today ? clockIn(timeZone, next) : null;
}

/** What goes out in a calendar's answer; `except` is the post that looks for a time. */
export function plannedOf(
  { posts, occurrences = [] }: { posts: readonly Post[]; occurrences?: readonly Occurrence[] | undefined },
  except?: string,
): readonly Planned[] {
  return [
    ...posts.flatMap(({ id, status, scheduledFor, platforms }) =>
      scheduledFor === null || status === 'draft' || id === except ? [] : [{ at: scheduledFor, platforms }],
    ),
    ...occurrences.flatMap(({ status, dueAt, platforms }) => (status === 'skipped' ? [] : [{ at: dueAt, platforms }])),
  ];
}
