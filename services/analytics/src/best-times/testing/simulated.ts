import { evidenceOf } from '../evidence.ts';
import type { Evidence, MeasuredPost } from '../evidence.ts';
import { BUSINESS, INDUSTRY, PLATFORM } from '../levels.ts';
import type { Spread } from '../levels.ts';
import { BLOCK_HOURS, BLOCKS, slotAt, slotIndex, SLOTS, WEEKDAYS } from '../week.ts';

type Chance = () => number;

export interface World {
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
  readonly history: readonly MeasuredPost[];
  readonly evidence: Evidence;
  /** The planted effect of each slot against the business's usual post. */
  readonly truth: readonly number[];
}

const AUDIENCE = 1_500;
const USUAL_RATE = 0.04;
const HABITS = 5;
/** Most posts go out at the hours that a business is used to, the others anywhere in its day. */
const HABIT_SHARE = 0.65;
const [FIRST_HOUR, OPEN_HOURS] = [6, 17];

/** Businesses of a platform whose best times are known, as they were planted. */
export function simulated(random: Chance, world: World): readonly Simulated[] {
  const platform = effects(random, PLATFORM, world.scale);
  return Array.from({ length: world.industries }, (_, index) => {
    const industry = added(platform, effects(random, INDUSTRY, world.scale));
    return Array.from({ length: world.businessesEach }, () =>
      business(random, world, `industry ${index}`, added(industry, effects(random, BUSINESS, world.scale))),
    );
  }).flat();
}

function business(random: Chance, { posts, noise }: World, industry: string, planted: readonly number[]): Simulated {
  const level = Math.log(USUAL_RATE) + 0.5 * normal(random);
  const anyTime = (): { weekday: number; hour: number } => ({
    weekday: 1 + Math.floor(random() * WEEKDAYS),
    hour: FIRST_HOUR + Math.floor(random() * OPEN_HOURS),
  });
  const habits = Array.from({ length: HABITS }, anyTime);
  const history = Array.from({ length: posts }, (): MeasuredPost => {
    const habit = habits[Math.floor(random() * HABITS)];
    const time = random() < HABIT_SHARE && habit ? habit : anyTime();
    const seen = Math.max(1, Math.round(AUDIENCE * Math.exp(0.6 * normal(random))));
    const rate = Math.min(0.9, Math.exp(level + (planted[slotIndex(time)] ?? 0) + noise * normal(random)));
    return { ...time, seen, engagements: count(random, seen * rate) };
  });
  const evidence = evidenceOf(history);
  const usual = planted.reduce((sum, effect, slot) => sum + effect * (evidence.posts[slot] ?? 0), 0) / posts;
  return { industry, history, evidence, truth: planted.map((effect) => effect - usual) };
}

function effects(random: Chance, { day, block, slot }: Spread, scale: number): readonly number[] {
  const days = Array.from({ length: WEEKDAYS }, () => day * normal(random));
  const blocks = Array.from({ length: BLOCKS }, () => block * normal(random));
  return Array.from({ length: SLOTS }, (_, index) => {
    const { weekday, hour } = slotAt(index);
    return scale * ((days[weekday - 1] ?? 0) + (blocks[hour / BLOCK_HOURS] ?? 0) + slot * normal(random));
  });
}

function added(one: readonly number[], other: readonly number[]): readonly number[] {
  return one.map((effect, slot) => effect + (other[slot] ?? 0));
}

/** Box and Muller. */
function normal(random: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
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
