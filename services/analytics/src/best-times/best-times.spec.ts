import { describe, expect, it } from '@jest/globals';
import { seeded } from '@postloom/testing';
import { bestTimes } from './best-times.ts';
import { evidenceOfPosts } from './evidence.ts';
import { nothingKnown } from './levels.ts';
import { othersSaid } from './others-said.ts';
import { expectedOf, LEAST_BUSINESSES, mixed, poolOf } from './pools.ts';
import type { Seen } from './score.ts';
import { scoredPosts } from './scored-posts.ts';
import { claimsOf, coverageOf, errorOf, expectedIn, judged, mean, naive } from './testing/judged.ts';
import { simulated } from './testing/simulated.ts';
import type { World } from './testing/simulated.ts';
import type { Time } from './week.ts';

const world: World = { industries: 1, businessesEach: 1, posts: 60, scale: 1, noise: 0.5 };
const seeds = Array.from({ length: 60 }, (_, seed) => seed + 1);
const alone = (change: Partial<World>) => seeds.flatMap((seed) => simulated(seeded(seed), { ...world, ...change }));

const at = (weekday: number, hour: number, rate: number): Seen & Time => ({
  ...{ weekday, hour },
  ...{ seen: 1_000, engagements: 1_000 * rate },
});

/** Of posts that went out on one platform. */
const evidenceOf = (posts: readonly (Seen & Time)[]) =>
  evidenceOfPosts(scoredPosts(posts.map((post, index) => ({ ...post, postId: `${index}`, platform: 'instagram' }))));

describe('best times of a business', () => {
  it.each([
    { posts: 30, scale: 1, noise: 0.5 },
    { posts: 60, scale: 1, noise: 0.5 },
    { posts: 200, scale: 1.6, noise: 0.8 },
    { posts: 500, scale: 0.5, noise: 0.5 },
    { posts: 30, scale: 1, noise: 0.5, nature: 'cross-posted' as const },
    { posts: 200, scale: 1, noise: 0.8, nature: 'cross-posted' as const },
  ])('hold the planted effect in 80 of 100 intervals: %o', (change) => {
    const coverage = coverageOf(alone(change).flatMap((one) => judged(one, nothingKnown)));
    expect(coverage).toBeGreaterThan(0.74);
    expect(coverage).toBeLessThan(0.86);
  });

  it('hold it as well when other businesses are weighed in, and come nearer to it', () => {
    const learned: number[] = [];
    const errors: { withOthers: number; alone: number; naive: number }[] = [];
    for (const seed of [1, 2, 3, 4]) {
      const businesses = simulated(seeded(seed), { ...world, industries: 3, businessesEach: 12, posts: 40 });
      const expectedFor = expectedIn(businesses);
      const withOthers = businesses.flatMap((one) => judged(one, expectedFor(one)));
      learned.push(coverageOf(withOthers));
      errors.push({
        withOthers: errorOf(withOthers),
        alone: errorOf(businesses.flatMap((one) => judged(one, nothingKnown))),
        naive: errorOf(businesses.flatMap(naive)),
      });
    }
    expect(mean(learned)).toBeGreaterThan(0.74);
    expect(mean(learned)).toBeLessThan(0.86);
    for (const { withOthers, alone: byItself, naive: plain } of errors) {
      expect(withOthers).toBeLessThan(byItself);
      expect(byItself).toBeLessThan(plain * 0.8);
    }
  });

  it('are drawn to the usual while posts are few, and agree with the plain mean when there are many', () => {
    const [few, many] = [alone({ posts: 20 }), alone({ posts: 4_000 })];
    const size = (of: typeof few, look: (one: (typeof few)[number]) => readonly { effect: number }[]) =>
      mean(of.flatMap((one) => look(one).map(({ effect }) => Math.abs(effect))));
    const shrunk = (of: typeof few) => size(of, (one) => judged(one, nothingKnown)) / size(of, naive);
    expect(shrunk(few)).toBeLessThan(0.6);
    expect(shrunk(many)).toBeGreaterThan(0.9);
  });

  it('claim next to nothing where no hour is better than another', () => {
    const said = alone({ posts: 100, scale: 0 }).flatMap((one) => judged(one, nothingKnown));
    expect(claimsOf(said)).toBeLessThan(0.2);
    expect(mean(said.map(({ effect }) => Math.abs(effect)))).toBeLessThan(0.04);
  });

  it('give way to general guidance while too little is measured, without a single figure', () => {
    const posts = Array.from({ length: 19 }, () => at(2, 10, 0.05));
    expect(bestTimes(evidenceOf(posts), { leastPosts: 20 })).toEqual({ basis: 'general', posts: 19, times: [] });
    expect(bestTimes(evidenceOf([]), { leastPosts: 20 })).toEqual({ basis: 'general', posts: 0, times: [] });
    expect(bestTimes(evidenceOf([...posts, at(2, 10, 0.05)]), { leastPosts: 20 })).toMatchObject({ basis: 'own' });
  });

  it('leave out posts that nobody is known to have seen', () => {
    const unseen = { weekday: 1, hour: 9, engagements: 5, seen: 0 };
    expect(evidenceOf([unseen])).toEqual(evidenceOf([]));
  });

  it('have a figure only where something went out, the best first', () => {
    const posts = [2, 5].flatMap((weekday) =>
      Array.from({ length: 20 }, (_, index) => at(weekday, 9 + weekday, (weekday / 100) * (1 + 0.1 * (index % 2)))),
    );
    const { times } = bestTimes(evidenceOf(posts), { leastPosts: 20 });
    expect(times.map(({ weekday, hour, posts: count }) => ({ weekday, hour, count }))).toEqual([
      { weekday: 5, hour: 12, count: 20 },
      { weekday: 2, hour: 9, count: 20 },
    ]);
    expect(times[0]?.low).toBeGreaterThan(0);
    expect(times[0]?.reason).toMatch(
      /^Judging by your 20 posts on Fridays from noon to 3 PM, about \d+% more engagement than your usual post, most likely between \d+% and \d+% more\.$/,
    );
    expect(times[1]?.high).toBeLessThan(0);
    expect(times[1]?.reason).toMatch(/^Judging by your 20 posts on Tuesdays from 9 AM to noon, about \d+% less /);
  });

  it('say that a single post does not tell', () => {
    const posts = [...Array.from({ length: 30 }, (_, index) => at(3, 18, 0.03 + 0.02 * (index % 3))), at(7, 22, 0.05)];
    const { times } = bestTimes(evidenceOf(posts), { leastPosts: 20 });
    expect(times.find(({ weekday }) => weekday === 7)?.reason).toMatch(
      /^Your one post on Sundays from 9 PM to midnight does not tell yet: anything from \d+% less to \d+% more engagement than your usual post is likely\.$/,
    );
  });

  it('of several platforms are those against what is usual on each', () => {
    const on = (platform: string, rate: number) =>
      [at(1, 9, rate * 1.5), at(4, 18, rate)].flatMap((one) =>
        Array.from({ length: 15 }, (_, index) => ({ ...one, platform, postId: `${platform} ${one.weekday} ${index}` })),
      );
    const both = evidenceOfPosts(scoredPosts([...on('facebook', 0.01), ...on('instagram', 0.2).slice(0, 20)]));
    const { times, posts } = bestTimes(both, { leastPosts: 20 });
    expect(posts).toBe(50);
    expect(times[0]).toMatchObject({ weekday: 1, hour: 9, posts: 30 });
  });

  it('count a post once, whatever the number of its platforms', () => {
    const everywhere = (posts: number) =>
      Array.from({ length: posts }, (_, index) =>
        ['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'].map((platform, place) => ({
          ...at(2 + (index % 2), 9, (0.03 + 0.01 * (index % 3)) * (1 + place)),
          ...{ postId: `${index}`, platform },
        })),
      ).flat();
    const timesOf = (posts: number) => bestTimes(evidenceOfPosts(scoredPosts(everywhere(posts))), { leastPosts: 20 });
    expect(timesOf(19)).toEqual({ basis: 'general', posts: 19, times: [] });
    const { basis, posts, times } = timesOf(20);
    expect({ basis, posts }).toEqual({ basis: 'own', posts: 20 });
    expect(times.map((time) => time.posts)).toEqual([10, 10]);
    expect(times[0]?.reason).toContain('our 10 posts on ');
  });
});

describe('what other businesses have shown', () => {
  const businesses = simulated(seeded(5), { ...world, industries: 2, businessesEach: 13 });
  const [first] = businesses;
  const own = first?.evidence ?? evidenceOf([]);

  it('leaves the business itself out', () => {
    const withOwn = expectedOf(poolOf(businesses), 'industry 0', own);
    const without = expectedOf(poolOf(businesses.slice(1)), 'industry 0', null);
    withOwn.mean.forEach((effect, slot) => expect(effect).toBeCloseTo(without.mean[slot] ?? NaN, 2));
  });

  it('is nothing while there are too few of them', () => {
    const few = businesses.filter(({ industry }) => industry === 'industry 0').slice(0, LEAST_BUSINESSES);
    expect(expectedOf(poolOf(few), 'industry 0', own)).toBe(nothingKnown);
    expect(expectedOf(poolOf(few), 'industry 0', null)).toMatchObject({ isLearned: true });
  });

  it('of several platforms lies between them, and is as open where one has nothing to say', () => {
    const learned = expectedOf(poolOf(businesses), 'industry 0', own);
    const half = mixed([
      { share: 0.5, expected: learned },
      { share: 0.5, expected: nothingKnown },
    ]);
    expect(half.mean[3]).toBeCloseTo((learned.mean[3] ?? NaN) / 2);
    expect(half.covariance.get(3, 3)).toBeGreaterThan(learned.covariance.get(3, 3));
    expect(half.covariance.get(3, 3)).toBeLessThan(nothingKnown.covariance.get(3, 3));
    expect(half.isLearned).toBe(true);
  });

  it('is said with the number of businesses, by platform', () => {
    const instagram = { platform: 'instagram', businesses: 23 } as const;
    expect(othersSaid('restaurant', [instagram])).toBe(
      'What works for 23 other restaurants on Instagram is weighed in.',
    );
    expect(othersSaid('beauty', [instagram, { platform: 'twitter', businesses: 14 }])).toBe(
      'What works for other salons is weighed in: 23 on Instagram, 14 on X.',
    );
    expect(othersSaid('other', [{ platform: 'tiktok', businesses: 0 }])).toBe(
      'What works for other businesses is weighed in.',
    );
  });
});
