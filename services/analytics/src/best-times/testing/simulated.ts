import { evidenceOfPosts } from '../evidence.ts';
import type { Evidence } from '../evidence.ts';
import { BUSINESS, INDUSTRY, PLATFORM } from '../levels.ts';
import type { Spread } from '../levels.ts';
import { scoreOf } from '../score.ts';
import { scoredPosts } from '../scored-posts.ts';
import type { TimedTarget } from '../scored-posts.ts';
import { BLOCK_HOURS, BLOCKS, slotAt, slotIndex, SLOTS, WEEKDAYS } from '../week.ts';
import type { Time } from '../week.ts';

type Chance = () => number;

/**
 * How a world is other than the model takes it to be. `as assumed`: it is not. `heavy tails`: effects and noise have the same spread and far
 * more of what is rare (Student's t of three degrees). `one peak`: nothing matters but a single hour of the week, which is another one for
 * every business and twice as good as the rest. `drift`: over its posts every effect turns by an eighth of a circle into another one; the
 * truth is what holds in the end. `cross-posted`: businesses are on several platforms, most posts go to all of them, and what makes a post
 * better than another is for the larger part the same wherever it goes.
 */
export const natures = ['as assumed', 'heavy tails', 'one peak', 'drift', 'cross-posted'] as const;
export type Nature = (typeof natures)[number];

export interface World {
  readonly nature?: Nature;
  readonly industries: number;
  readonly businessesEach: number;
  readonly posts: number;
  /** How much the hours matter, in parts of what the model takes for usual; 0: not at all. */
  readonly scale: number;
  /** How much two posts of one hour differ. */
  readonly noise: number;
}

export interface Simulated {
  readonly industry: string;
  readonly history: readonly TimedTarget[];
  readonly evidence: Evidence;
  /** Of each platform by itself, as the pools have it. */
  readonly onPlatforms: ReadonlyMap<string, Evidence>;
  /** The planted effect of each slot against the business's usual post. */
  readonly truth: readonly number[];
}

const AUDIENCE = 1_500;
const USUAL_RATE = 0.04;
const HABITS = 5;
/** Most posts go out at the hours that a business is used to, the others anywhere in its day. */
const HABIT_SHARE = 0.65;
const [FIRST_HOUR, OPEN_HOURS] = [6, 17];
const PEAK = Math.log(2);
/** Of a world in which posts go to several platforms: how many of these, the posts that go to all of them, and what of the noise is the post's. */
const [FEWEST_PLATFORMS, MOST_PLATFORMS] = [2, 5];
const EVERYWHERE = 0.7;
const OF_THE_POST = 0.6;
const TURN = Math.PI / 4;

/** What is planted for a time; `progress`: from 0 at the first post to 1 at the last. */
type Planted = (time: Time, progress: number) => number;

/** Businesses of a platform whose best times are known, as they were planted. */
export function simulated(random: Chance, world: World): readonly Simulated[] {
  const { nature = 'as assumed', scale, businessesEach } = world;
  const draw = nature === 'heavy tails' ? heavy : normal;
  const level = (above: readonly number[], spread: Spread): readonly number[] =>
    added(above, effects(random, spread, scale, draw));
  const platform = effects(random, PLATFORM, scale, draw);
  return Array.from({ length: world.industries }, (_, index) => {
    const industry = level(platform, INDUSTRY);
    return Array.from({ length: businessesEach }, () => {
      const [first, last] = [level(industry, BUSINESS), nature === 'drift' ? level(industry, BUSINESS) : []];
      const at = (effect: readonly number[], time: Time): number => effect[slotIndex(time)] ?? 0;
      const ways: Readonly<Record<Nature, (peak: Time) => Planted>> = {
        'as assumed': () => (time) => at(first, time),
        'heavy tails': () => (time) => at(first, time),
        'one peak': (peak) => (time) => (time.weekday === peak.weekday && time.hour === peak.hour ? scale * PEAK : 0),
        drift: () => (time, progress) =>
          at(first, time) * Math.cos(TURN * progress) + at(last, time) * Math.sin(TURN * progress),
        'cross-posted': () => (time) => at(first, time),
      };
      return business(random, world, `industry ${index}`, { plantedFor: ways[nature], draw });
    });
  }).flat();
}

function business(
  random: Chance,
  { posts, noise, nature }: World,
  industry: string,
  { plantedFor, draw }: { plantedFor: (peak: Time) => Planted; draw: (random: Chance) => number },
): Simulated {
  const level = Math.log(USUAL_RATE) + 0.5 * normal(random);
  const anyTime = (): Time => ({
    weekday: 1 + Math.floor(random() * WEEKDAYS),
    hour: FIRST_HOUR + Math.floor(random() * OPEN_HOURS),
  });
  const habits = Array.from({ length: HABITS }, anyTime);
  const planted = plantedFor(habits[0] ?? anyTime());
  const platforms = nature === 'cross-posted' ? platformsOf(random, level) : [{ name: 'platform 0', level }];
  const times: Time[] = [];
  const history = Array.from({ length: posts }, (_, index): TimedTarget[] => {
    const habit = habits[Math.floor(random() * HABITS)];
    const time = random() < HABIT_SHARE && habit ? habit : anyTime();
    times.push(time);
    const effect = planted(time, index / Math.max(1, posts - 1));
    const on = platforms.length === 1 || random() < EVERYWHERE ? platforms : [pick(random, platforms)];
    const [shared, own] =
      platforms.length === 1
        ? [0, noise]
        : [Math.sqrt(OF_THE_POST) * noise * draw(random), Math.sqrt(1 - OF_THE_POST) * noise];
    return on.map((platform) => {
      const seen = Math.max(1, Math.round(AUDIENCE * Math.exp(0.6 * normal(random))));
      const rate = Math.min(0.9, Math.exp(platform.level + effect + shared + own * draw(random)));
      return { ...time, seen, engagements: count(random, seen * rate), postId: `${index}`, platform: platform.name };
    });
  }).flat();
  // What a post gets now, over the hours of the slot at which the business posts.
  const now = times.map((time) => ({ slot: slotIndex(time), effect: planted(time, 1) }));
  const mean = (some: typeof now): number =>
    some.reduce((sum, { effect }) => sum + effect, 0) / Math.max(1, some.length);
  const usual = mean(now);
  const bySlot = Map.groupBy(now, ({ slot }) => slot);
  const truth = Array.from({ length: SLOTS }, (_, slot) => mean(bySlot.get(slot) ?? []) - usual);
  const onPlatforms = new Map(
    [...Map.groupBy(history, ({ platform }) => platform)].map(([platform, own]) => [
      platform,
      evidenceOfPosts(own.map((target) => ({ first: target, score: scoreOf(target) }))),
    ]),
  );
  return { industry, history, evidence: evidenceOfPosts(scoredPosts(history)), onPlatforms, truth };
}

/** Those of a business, on each of which something else is usual. */
function platformsOf(random: Chance, level: number): readonly { readonly name: string; readonly level: number }[] {
  const most = FEWEST_PLATFORMS + Math.floor(random() * (MOST_PLATFORMS - FEWEST_PLATFORMS + 1));
  return Array.from({ length: most }, (_, index) => ({ name: `platform ${index}`, level: level + normal(random) }));
}

function pick<T>(random: Chance, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

function effects(
  random: Chance,
  { day, block, slot }: Spread,
  scale: number,
  draw: (random: Chance) => number,
): readonly number[] {
  const days = Array.from({ length: WEEKDAYS }, () => day * draw(random));
  const blocks = Array.from({ length: BLOCKS }, () => block * draw(random));
  return Array.from({ length: SLOTS }, (_, index) => {
    const { weekday, hour } = slotAt(index);
    return scale * ((days[weekday - 1] ?? 0) + (blocks[hour / BLOCK_HOURS] ?? 0) + slot * draw(random));
  });
}

function added(one: readonly number[], other: readonly number[]): readonly number[] {
  return one.map((effect, slot) => effect + (other[slot] ?? 0));
}

/** Box and Muller. */
function normal(random: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Student's t of three degrees with the spread of a normal number: one of a hundred is more than 3.3 of them away. */
function heavy(random: Chance): number {
  const squares = normal(random) ** 2 + normal(random) ** 2 + normal(random) ** 2;
  return normal(random) / Math.sqrt(squares);
}

/** How often something happened that is expected so often (Poisson; for large numbers the normal distribution). */
function count(random: Chance, expected: number): number {
  if (expected > 50) {
    return Math.max(0, Math.round(expected + Math.sqrt(expected) * normal(random)));
  }
  const limit = Math.exp(-expected);
  let happened = 0;
  for (let left = random(); left > limit; left *= random()) {
    happened += 1;
  }
  return happened;
}
