import type { AnswerOf, IndustryTemplate, OwnHashtags, Platform } from '@postloom/contracts';
import type { BestTime } from '#data/free-slots.ts';
import type { routes } from '#lib/api/index.ts';
import { platformRules, platforms } from '#lib/contract-data.ts';
import { weekdays } from '#lib/format.ts';
import { dayIn, shiftDay, weekOf, type Day } from '#lib/month-grid.ts';
import { momentOf, type TemporalApi } from '#lib/zoned-time.ts';

/** A post that the week could have. */
export type Proposal = {
  /** Tells it from the others of the week, whatever a person changes of it. */
  key: string;
  date: Day;
  /** On the clock of the business, 'HH:MM'. */
  time: string;
  kind: string;
  /** Why this time, in the trade's words; empty for another one. */
  why: string;
  /** An example of the trade, with hashtags where they are welcome. */
  caption: string;
  /** What the trade would show here. */
  photoWanted: string;
  /** Of those that posts can go to; none while nothing is connected. */
  platforms: readonly Platform[];
};

export type WeekQuestion = {
  template: Pick<IndustryTemplate, 'postingRhythm' | 'examplePosts' | 'hashtags'>;
  /** What the business uses together, before what its trade does. */
  ownHashtags: readonly OwnHashtags[];
  usable: ReadonlySet<Platform>;
  timeZone: string;
  now: Date;
  /** Days that have a post already. */
  taken: ReadonlySet<Day>;
  /** When posts of this business clearly did better, if that is known. */
  bestTimes: readonly BestTime[];
};

export const WEEK_DAYS = 7;
/** A proposal leaves time to be read. */
const LEAD_MS = 60 * 60_000;
const WEEK_MS = WEEK_DAYS * 86_400_000;

type Example = IndustryTemplate['examplePosts'][number];
type RhythmSlot = IndustryTemplate['postingRhythm'][number];

const fits = (platform: Platform, text: string) => [...text].length <= platformRules[platform].captionLimit;

/** Where an example can go: the platforms it was written for, else those whose captions are long enough for it. */
function platformsFor({ caption, platforms: written }: Example, usable: ReadonlySet<Platform>): readonly Platform[] {
  const possible = platforms.filter((platform) => usable.has(platform));
  const meant = possible.filter((platform) => written.includes(platform));
  return meant.length > 0 ? meant : possible.filter((platform) => fits(platform, caption));
}

/** The caption with the first of these sets that every platform takes, by its number and its length; else without. */
function withHashtags(
  caption: string,
  sets: readonly { tags: readonly string[] }[],
  goes: readonly Platform[],
): string {
  const textWith = (tags: readonly string[]) => `${caption}\n\n${tags.join(' ')}`;
  const welcome = sets.find(
    ({ tags }) =>
      tags.length > 0 &&
      goes.every(
        (platform) =>
          fits(platform, textWith(tags)) && tags.length <= (platformRules[platform].hashtagLimit ?? Infinity),
      ),
  );
  return welcome === undefined ? caption : textWith(welcome.tags);
}

/** The same list, begun so many places further on. */
function turnedBy<T>(list: readonly T[], turns: number): readonly T[] {
  return list.flatMap((_, index) => list[(index + turns) % list.length] ?? []);
}

/** The times of a day to try, the best one first: when this business clearly did better, then when the trade posts. */
function timesOf(weekday: number, slot: RhythmSlot, bestTimes: readonly BestTime[]): readonly string[] {
  // What rounds to nothing is no reason.
  const best = bestTimes.filter((one) => one.weekday === weekday && (one.low ?? 0) > 0 && one.score >= 1);
  const hours = best.toSorted((one, other) => other.score - one.score).map(({ hour }) => hour);
  return [...hours.map((hour) => `${String(hour).padStart(2, '0')}:00`), slot.time];
}

type DaySlot = { slot: RhythmSlot; date: Day; time: string };

/** The next seven days by the rhythm of the trade, soonest first; a day that has a post already needs none. */
function slotsOf(api: TemporalApi, question: WeekQuestion): readonly DaySlot[] {
  const { template, timeZone, now, taken, bestTimes } = question;
  const today = dayIn(timeZone, now);
  const earliest = now.getTime() + LEAD_MS;
  const isNear = (date: Day, time: string) => {
    const at = Date.parse(momentOf(api, date, time, timeZone).instant);
    return at >= earliest && at < earliest + WEEK_MS;
  };
  const days = Array.from({ length: WEEK_DAYS + 1 }, (_, ahead) => shiftDay(today, ahead)).filter(
    (day) => !taken.has(day),
  );
  return days.flatMap((date) => {
    const { name, iso } = weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? { name: '', iso: 0 };
    const ofDay = template.postingRhythm.filter(({ weekday }) => weekday === name.toLowerCase());
    return ofDay
      .filter(({ time }) => isNear(date, time))
      .map((slot) => ({
        ...{ slot, date },
        time: timesOf(iso, slot, bestTimes).find((time) => isNear(date, time)) ?? slot.time,
      }));
  });
}

/** The days on which something is out, goes out, or waits as a draft with a time. */
export function takenDays(
  { posts, occurrences = [] }: Pick<AnswerOf<typeof routes.calendar>, 'posts' | 'occurrences'>,
  timeZone: string,
): ReadonlySet<Day> {
  const moments = [
    ...posts.flatMap(({ status, scheduledFor }) => (status === 'failed' ? [] : (scheduledFor ?? []))),
    ...occurrences.flatMap(({ status, dueAt }) => (status === 'skipped' ? [] : dueAt)),
  ];
  return new Set(moments.map((at) => dayIn(timeZone, at)));
}

/**
 * A week of proposals: an example of each slot's kind, with a set of hashtags, the business's own before its trade's. Another week brings
 * the other examples.
 */
export function proposeWeek(api: TemporalApi, question: WeekQuestion): readonly Proposal[] {
  const { template, ownHashtags, usable, now } = question;
  const week = Math.floor(now.getTime() / WEEK_MS);
  return slotsOf(api, question).flatMap(({ slot, date, time }, place): Proposal[] => {
    const examples = template.examplePosts.filter((example) => example.kind === slot.kind);
    const found = turnedBy(examples, week)
      .map((example) => ({ example, goes: platformsFor(example, usable) }))
      .find(({ goes }) => goes.length > 0 || usable.size === 0);
    if (found === undefined) {
      return [];
    }
    const { example, goes } = found;
    const turns = place + week;
    const sets = [...turnedBy(ownHashtags, turns), ...turnedBy(template.hashtags, turns).slice(0, 1)];
    return [
      {
        ...{ key: date, date, time, kind: slot.kind },
        why: time === slot.time ? slot.why : '',
        caption: withHashtags(example.caption, sets, goes.length > 0 ? goes : example.platforms),
        ...{ photoWanted: example.photo, platforms: goes },
      },
    ];
  });
}

/** As many of the proposals, the soonest ones, as the plan has posts left; -1 is unlimited. */
export function withinPlan(proposals: readonly Proposal[], left: number): readonly Proposal[] {
  return left < 0 ? proposals : proposals.slice(0, left);
}

/** Where the calendar shows most of these days: they may lie in two of its weeks. Of two that show as many, the first. */
export function dayToSee(days: readonly Day[]): Day | undefined {
  const weeks = [...Map.groupBy(days.toSorted(), (day) => weekOf(day)[0]).values()];
  return weeks.sort((a, b) => b.length - a.length)[0]?.[0];
}
