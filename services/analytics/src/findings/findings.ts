import type { Finding } from '@postloom/contracts';

/** What posts can have in common, as the contract names it. */
export type Trait = Pick<Finding, 'kind' | 'value'>;

/** A post with its score against the business's usual one. */
export interface ComparedPost {
  readonly score: number;
  /** Those on which it was measured, as one name: the stratum of the post. */
  readonly platforms: string;
  /** A trait may be there several times. */
  readonly traits: readonly Trait[];
}

export const MOST_FINDINGS = 3;
/** Of two groups of fewer posts than this nothing is said. */
const LEAST_POSTS = 6;
/** In at most so many months without any effect something is found all the same. */
const FALSE_ALARMS = 0.05;
const SHUFFLES = 999;
/** Shuffles that may be as clear as a group that counts, which is itself one of their thousand. */
const MOST_CLEARER = FALSE_ALARMS * (SHUFFLES + 1) - 1;
/** Two traits of so nearly the same posts are one finding, the clearer one. */
const SAME_POSTS = 0.7;

interface Group extends Trait {
  readonly members: Int32Array;
}

/**
 * What worked: groups of posts that did clearly better or worse than the others, at most three, the clearest first. Each is held
 * against the clearest difference that shuffled scores show among all the groups together (Westfall and Young), so that many
 * comparisons do not find something by themselves. Scores are shuffled among posts of the same platforms: on others, or on more of them,
 * they differ by something else.
 */
export function findingsOf(posts: readonly ComparedPost[], random: () => number): readonly Finding[] {
  const groups = groupsOf(posts);
  const strata = indexesBy(posts, ({ platforms }) => platforms);
  const scores = centered(
    posts.map(({ score }) => score),
    strata,
  );
  const spread = Math.sqrt(scores.reduce((sum, score) => sum + score * score, 0) / Math.max(1, scores.length));
  if (groups.length === 0 || spread === 0) {
    return [];
  }
  const clearness = (group: Group, of: ArrayLike<number>): number =>
    Math.abs(sumOver(group.members, of)) * Math.sqrt(1 / group.members.length + 1 / (of.length - group.members.length));
  const compared = groups.map((group) => ({ group, clear: clearness(group, scores) }));
  const clearest = compared.reduce((highest, { clear }) => Math.max(highest, clear), 0);
  const most: number[] = [];
  for (let clearer = 0; most.length < SHUFFLES;) {
    const shuffled = shuffledWithin(scores, strata, random);
    const highest = groups.reduce((so, group) => Math.max(so, clearness(group, shuffled)), 0);
    most.push(highest);
    clearer += highest >= clearest ? 1 : 0;
    // So many shuffles are clearer than the clearest group that the others cannot change that: the usual case ends early.
    if (clearer > MOST_CLEARER) {
      return [];
    }
  }
  const found = compared
    .filter(({ clear }) => most.filter((by) => by >= clear).length <= MOST_CLEARER)
    .sort((one, other) => other.clear - one.clear)
    .map(({ group }) => group);
  return withoutTwins(found)
    .slice(0, MOST_FINDINGS)
    .map((group) => findingOf(group, scores, strata));
}

function groupsOf(posts: readonly ComparedPost[]): readonly Group[] {
  const groups = new Map<string, Trait & { readonly members: Set<number> }>();
  posts.forEach(({ traits }, index) => {
    for (const { kind, value } of traits) {
      const key = `${kind} ${value}`;
      const group = groups.get(key) ?? { kind, value, members: new Set() };
      group.members.add(index);
      groups.set(key, group);
    }
  });
  return [...groups.values()]
    .map((group) => ({ ...group, members: Int32Array.from(group.members) }))
    .filter(({ members }) => members.length >= LEAST_POSTS && posts.length - members.length >= LEAST_POSTS);
}

function indexesBy<T>(all: readonly T[], keyOf: (one: T) => string): readonly (readonly number[])[] {
  const byKey = new Map<string, number[]>();
  all.forEach((one, index) => byKey.set(keyOf(one), [...(byKey.get(keyOf(one)) ?? []), index]));
  return [...byKey.values()];
}

/** The innermost work of a thousand shuffles: a loop takes a third of what a reduction does. */
function sumOver(members: ArrayLike<number>, scores: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < members.length; at += 1) {
    sum += scores[members[at] ?? 0] ?? 0;
  }
  return sum;
}

/** Against the mean of the posts on the same platforms: sums of a group then say how it differs, whatever is usual there. */
function centered(scores: readonly number[], strata: readonly (readonly number[])[]): readonly number[] {
  const result = [...scores];
  for (const stratum of strata) {
    const mean = sumOver(stratum, scores) / stratum.length;
    for (const index of stratum) {
      result[index] = (scores[index] ?? 0) - mean;
    }
  }
  return result;
}

function shuffledWithin(
  scores: readonly number[],
  strata: readonly (readonly number[])[],
  random: () => number,
): Float64Array {
  const result = Float64Array.from(scores);
  for (const stratum of strata) {
    for (let last = stratum.length - 1; last > 0; last -= 1) {
      const [one, other] = [stratum[last] ?? 0, stratum[Math.floor(random() * (last + 1))] ?? 0];
      const kept = result[one] ?? 0;
      result[one] = result[other] ?? 0;
      result[other] = kept;
    }
  }
  return result;
}

function withoutTwins(groups: readonly Group[]): readonly Group[] {
  return groups.filter((group, index) => {
    const own = new Set(group.members);
    return groups.slice(0, index).every((clearer) => {
      const shared = clearer.members.filter((member) => own.has(member)).length;
      return shared / (own.size + clearer.members.length - shared) < SAME_POSTS;
    });
  });
}

/**
 * How much more a post with the trait brings than one without it among posts of the same platforms: the slope of a regression on the trait
 * with a level for each stratum. Posts with the trait and those without may vary differently, so the variance is a robust one (HC2). Where
 * there is one stratum, all of it is Welch's t-test.
 */
function findingOf(
  { kind, value, members }: Group,
  scores: readonly number[],
  strata: readonly (readonly number[])[],
): Finding {
  const own = new Set(members);
  const having = centered(
    scores.map((_, index) => (own.has(index) ? 1 : 0)),
    strata,
  );
  const sizes = sizesOf(strata);
  const within = having.reduce((sum, share) => sum + share * share, 0);
  const difference = having.reduce((sum, share, index) => sum + share * (scores[index] ?? 0), 0) / within;
  const variance = (isOwn: boolean): number =>
    having.reduce((sum, share, index) => {
      // One minus the leverage of the post; 0 where the regression goes through it, as through the only post of its platforms.
      const left = 1 - 1 / (sizes[index] ?? 1) - share ** 2 / within;
      const residual = (scores[index] ?? 0) - difference * share;
      return own.has(index) === isOwn && left > 0 ? sum + (share * residual) ** 2 / left : sum;
    }, 0) /
    within ** 2;
  const [group, others] = [variance(true), variance(false)];
  const [posts, rest] = [members.length, scores.length - members.length];
  const degrees = (group + others) ** 2 / (group ** 2 / (posts - 1) + others ** 2 / (rest - 1));
  const reach = studentQuantile(degrees) * Math.sqrt(group + others);
  return {
    ...{ kind, value, posts, others: rest },
    change: percentOf(difference),
    low: percentOf(difference - reach),
    high: percentOf(difference + reach),
  };
}

/** By index of a post, how many posts went to the same platforms. */
function sizesOf(strata: readonly (readonly number[])[]): readonly number[] {
  const sizes: number[] = [];
  for (const stratum of strata) {
    for (const index of stratum) {
      sizes[index] = stratum.length;
    }
  }
  return sizes;
}

/** A difference of scores as percent of engagement. */
function percentOf(difference: number): number {
  return 100 * Math.expm1(difference);
}

/** Between whose sides 95 % of Student's distribution lie: the first terms of its series around the normal distribution. */
function studentQuantile(degrees: number): number {
  const z = 1.959964;
  return z + (z ** 3 + z) / (4 * degrees) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2);
}
