import { describe, expect, it } from '@jest/globals';
import { seeded } from '@postloom/testing';
import type { MeasuredTarget } from '../best-times/index.ts';
import { comparedPosts } from './compared-posts.ts';
import { findingsOf } from './findings.ts';
import type { Trait } from './findings.ts';

type ComparedTarget = MeasuredTarget & { readonly traits: readonly Trait[] };

const STYLES = ['professional', 'casual', 'artistic', 'promotional'];
const TAGS = ['bread', 'rye', 'local', 'morning', 'weekend', 'recipe'];
const WEEKDAYS = ['1', '2', '3', '4', '5'];

const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A month in which `effect` says how much the traits of a post bring (difference of logarithms). */
function month(seed: number, posts: number, effect: (traits: readonly Trait[]) => number): readonly ComparedTarget[] {
  const random = seeded(seed);
  return Array.from({ length: posts }, (_, index) => {
    const platform = pick(random, ['instagram', 'facebook']);
    const traits: Trait[] = [
      { kind: 'style', value: pick(random, STYLES) },
      { kind: 'weekday', value: pick(random, WEEKDAYS) },
      { kind: 'format', value: random() < 0.4 ? 'carousel' : 'photo' },
      ...TAGS.filter(() => random() < 0.3).map((value): Trait => ({ kind: 'hashtag', value })),
    ];
    const usual = platform === 'instagram' ? -2.8 : -4;
    const seen = 2_000;
    const engagements = seen * Math.exp(usual + effect(traits) + 0.5 * normal(random));
    return { ...{ postId: `${index}`, platform, traits, seen }, engagements };
  });
}

/** The same posts on one platform or on three, where what makes one better than another is for the larger part the same. */
function crossPosted(seed: number, posts: readonly ComparedTarget[]): readonly ComparedTarget[] {
  const random = seeded(seed + 3_000);
  return posts.flatMap((post) =>
    (random() < 0.7 ? ['instagram', 'facebook', 'tiktok'] : [post.platform]).map((platform, place) => ({
      ...{ ...post, platform },
      engagements: post.engagements * Math.exp(0.3 * place + 0.3 * normal(random)),
    })),
  );
}
const has = (traits: readonly Trait[], wanted: string) => traits.some(({ value }) => value === wanted);
const months = Array.from({ length: 200 }, (_, index) => index + 1);
const found = (seed: number, posts: readonly ComparedTarget[]) =>
  findingsOf(comparedPosts(posts), seeded(seed + 7_000));

describe('what worked', () => {
  it('finds something in at most one of twenty months of noise', () => {
    const alarms = months.filter(
      (seed) =>
        found(
          seed,
          month(seed, 60, () => 0),
        ).length > 0,
    ).length;
    // 5 % of 200, and what chance adds to it in one of a thousand cases.
    expect(alarms).toBeLessThanOrEqual(20);
    expect(alarms).toBeGreaterThan(0);
  });

  it('finds as little when each post went to several platforms, and counts it once', () => {
    const noise = months.map((seed) =>
      found(
        seed,
        crossPosted(
          seed,
          month(seed, 60, () => 0),
        ),
      ),
    );
    const alarms = noise.filter((findings) => findings.length > 0).length;
    expect(alarms).toBeLessThanOrEqual(20);
    expect(alarms).toBeGreaterThan(0);
    expect(noise.flat().every(({ posts, others }) => posts + others === 60)).toBe(true);
    const [planted] = found(
      1,
      crossPosted(
        1,
        month(1, 80, (traits) => (has(traits, 'rye') ? 0.8 : 0)),
      ),
    );
    expect(planted).toMatchObject({ kind: 'hashtag', value: 'rye' });
    expect((planted?.posts ?? 0) + (planted?.others ?? 0)).toBe(80);
  });

  it('takes what a post has on one of its platforms for what the post has', () => {
    const posts = crossPosted(
      2,
      month(2, 80, (traits) => (has(traits, 'rye') ? 0.8 : 0)),
    ).map((target) => ({
      ...target,
      traits: target.traits.filter(({ value }) => value !== 'rye' || target.platform === 'instagram'),
    }));
    const having = new Set(posts.filter(({ traits }) => has(traits, 'rye')).map(({ postId }) => postId));
    expect(found(2, posts)[0]).toMatchObject({ value: 'rye', posts: having.size, others: 80 - having.size });
  });

  it('measures against the posts compared, whatever those before them did', () => {
    const random = seeded(11);
    const rye: Trait = { kind: 'hashtag', value: 'rye' };
    // As the newest of many posts, of which the oldest did worse: all of them are above what is usual for the business.
    const posts = Array.from({ length: 500 }, (_, index) => ({
      ...{ score: 0.2 + (index < 40 ? 0.8 : 0) + 0.5 * normal(random), platforms: 'instagram' },
      traits: [
        ...(index < 40 ? [rye] : []),
        { kind: 'format', value: index % 10 === 0 ? 'carousel' : 'photo' } as const,
      ],
    }));
    expect(findingsOf(posts, seeded(12))).toMatchObject([{ ...rye, posts: 40, others: 460 }]);
  });

  it('tells of a trait what it brings among posts of the same platforms', () => {
    const random = seeded(13);
    const rye: Trait = { kind: 'hashtag', value: 'rye' };
    // What goes to two platforms does worse for another reason, and has the tag more often.
    const posts = Array.from({ length: 200 }, (_, index) => {
      const isCrossPosted = index % 2 === 0;
      const hasRye = index % 20 < (isCrossPosted ? 16 : 4) && index % 4 < 2;
      return {
        score: (isCrossPosted ? -1 : 0) + (hasRye ? 0.5 : 0) + 0.2 * normal(random),
        platforms: isCrossPosted ? 'facebook instagram' : 'instagram',
        traits: hasRye ? [rye] : [],
      };
    });
    const [finding] = findingsOf(posts, seeded(14));
    expect(finding).toMatchObject(rye);
    // exp(0.5) - 1 is 65 %.
    expect(finding?.low).toBeLessThan(65);
    expect(finding?.high).toBeGreaterThan(65);
    expect(finding?.change).toBeGreaterThan(50);
    expect(finding?.change).toBeLessThan(80);
  });

  it('tells the same of one that nearly all posts of some platforms have', () => {
    const random = seeded(15);
    const rye: Trait = { kind: 'hashtag', value: 'rye' };
    const posts = Array.from({ length: 122 }, (_, index) => ({
      score: (index < 16 ? 0.8 : 0) + 0.1 * normal(random),
      platforms: index < 22 ? 'instagram' : 'facebook instagram',
      traits: index < 16 ? [rye] : [],
    }));
    const [finding] = findingsOf(posts, seeded(16));
    expect(finding).toMatchObject({ ...rye, posts: 16, others: 106 });
    // exp(0.8) - 1 is 123 %.
    expect(finding?.low).toBeLessThan(123);
    expect(finding?.high).toBeGreaterThan(123);
    expect(finding?.low).toBeGreaterThan(90);
  });

  it('stops shuffling as soon as nothing can be found any more', () => {
    const noise = months.slice(0, 20);
    let drawn = 0;
    for (const seed of noise) {
      const random = seeded(seed + 7_000);
      findingsOf(comparedPosts(month(seed, 60, () => 0)), () => {
        drawn += 1;
        return random();
      });
    }
    // A shuffle of 60 posts of two platforms draws 58 times; there would be 999 of them in each month.
    expect(drawn).toBeLessThan((noise.length * 999 * 58) / 2);
  });

  it('finds what was planted, the evidence included, and next to nothing else', () => {
    const all = months.slice(0, 60).map((seed) =>
      found(
        seed,
        month(seed, 80, (traits) => (has(traits, 'carousel') ? 0.5 : 0)),
      ),
    );
    const planted = all.flatMap((findings) => findings.filter(({ kind }) => kind === 'format'));
    expect(planted.length).toBeGreaterThan(48);
    expect(planted.every(({ change, value }) => (value === 'carousel' ? change > 0 : change < 0))).toBe(true);
    for (const { posts, others, low, high, change } of planted) {
      expect(posts + others).toBe(80);
      expect(low).toBeLessThan(change);
      expect(high).toBeGreaterThan(change);
    }
    const factor = Math.exp(0.5);
    const holding = planted.filter(({ value, low, high }) => {
      const truth = 100 * ((value === 'carousel' ? factor : 1 / factor) - 1);
      return low <= truth && truth <= high;
    });
    expect(holding.length / planted.length).toBeGreaterThan(0.85);
    const others = all.flatMap((findings) => findings.filter(({ kind }) => kind !== 'format'));
    expect(others.length).toBeLessThan(12);
  });

  it('gives three at most, the clearest first, and one of two that are about the same posts', () => {
    const posts = month(3, 300, (traits) =>
      ['bread', 'rye', 'local', 'morning', 'weekend'].reduce(
        (sum, tag, index) => sum + (has(traits, tag) ? 0.5 + 0.15 * index : 0),
        0,
      ),
    ).map((post) =>
      has(post.traits, 'weekend')
        ? { ...post, traits: [...post.traits, { kind: 'album', value: 'Market' } as const] }
        : post,
    );
    const findings = found(3, posts);
    expect(findings).toHaveLength(3);
    expect(findings[0]?.value).toMatch(/^(weekend|Market)$/);
    expect(findings.filter(({ value }) => ['weekend', 'Market'].includes(value))).toHaveLength(1);
  });

  it('takes no difference between platforms for one between posts', () => {
    const posts = month(4, 80, () => 0).map((post): ComparedTarget => ({
      ...post,
      traits: [{ kind: 'source', value: post.platform === 'instagram' ? 'manual' : 'recurring' }],
    }));
    expect(found(4, posts)).toEqual([]);
  });

  it('says nothing without posts, of posts that nobody saw, of groups of a few, and of equal ones', () => {
    expect(found(1, [])).toEqual([]);
    const unseen = month(1, 60, (traits) => (has(traits, 'rye') ? 3 : 0)).map((post) => ({ ...post, seen: 0 }));
    expect(found(1, unseen)).toEqual([]);
    const five = month(1, 40, () => 0).map((post, index): ComparedTarget => ({
      ...post,
      engagements: index < 5 ? 1_000 : 10,
      traits: index < 5 ? [{ kind: 'style', value: 'casual' }] : [],
    }));
    expect(found(1, five)).toEqual([]);
    expect(
      found(
        1,
        month(1, 60, () => 0).map((post) => ({ ...post, engagements: 20 })),
      ),
    ).toEqual([]);
  });
});
