import { describe, expect, it } from '@jest/globals';
import { PLATFORMS, planPosts, planStrikes, planTurns } from './plan.ts';

const strikes = (seed: number, windowMs = 900_000) =>
  planStrikes({ seed, windowMs, everyMs: [5_000, 15_000], longFreezeMs: [35_000, 45_000] });

describe('what strikes when', () => {
  it('is decided by the seed alone', () => {
    expect(strikes(7)).toEqual(strikes(7));
    expect(strikes(7)).not.toEqual(strikes(8));
  });

  it('is 5 to 15 s apart, and each kind of fault is there', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const all = strikes(seed);
      const gaps = all.slice(1).map((strike, index) => strike.atMs - (all[index]?.atMs ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4_999);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(15_001);
      expect(all.filter(({ kind }) => kind === 'wipe')).toHaveLength(1);
      expect(all.some((one) => one.kind === 'crash')).toBe(true);
      expect(all.some((one) => one.kind === 'freeze' && one.forMs > 35_000)).toBe(true);
      for (const victim of ['publisher', 'scheduling', 'nats']) {
        expect(all.some((one) => one.kind === 'kill' && one.victim === victim)).toBe(true);
      }
    }
  });

  it('is all there in a short run too', () => {
    const all = planStrikes({ seed: 3, windowMs: 26_000, everyMs: [2_000, 4_000], longFreezeMs: [9_000, 11_000] });
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['kill', 'freeze', 'crash', 'wipe']));
  });
});

describe('each in turn', () => {
  it('kills every process once, spread over the window', () => {
    const turns = planTurns(60_000);
    expect(new Set(turns.map(({ victim }) => victim)).size).toBe(turns.length);
    for (const victim of ['gateway', 'publisher', 'publisher-2', 'scheduling', 'web', 'postgres', 'nats']) {
      expect(turns.map((turn) => turn.victim)).toContain(victim);
    }
    expect(turns.every(({ kind }) => kind === 'kill')).toBe(true);
    expect(turns[0]?.atMs).toBeGreaterThan(0);
    expect(turns.at(-1)?.atMs).toBeLessThan(60_000);
  });
});

describe('the posts of a run', () => {
  const plan = {
    seed: 11,
    posts: 5_000,
    businesses: 40,
    photosPerBusiness: 3,
    platforms: PLATFORMS,
    windowMs: 600_000,
    madeDuring: 0.1,
  };
  const posts = planPosts(plan);

  it('are decided by the seed, and no two have the same caption', () => {
    expect(planPosts(plan)).toEqual(posts);
    expect(new Set(posts.map(({ caption }) => caption)).size).toBe(5_000);
  });

  it('spread over platforms, businesses and the window; some with several photos, some made meanwhile', () => {
    const share = (test: (post: (typeof posts)[number]) => boolean): number => posts.filter(test).length / posts.length;
    for (const platform of PLATFORMS) {
      expect(share((post) => post.platforms.includes(platform))).toBeGreaterThan(0.25);
    }
    expect(share(({ photos }) => photos.length > 1)).toBeGreaterThan(0.15);
    expect(share(({ madeAfterMs }) => madeAfterMs !== null)).toBeGreaterThan(0.05);
    expect(posts.every(({ photos }) => new Set(photos).size === photos.length)).toBe(true);
    expect(posts.every(({ dueAfterMs }) => dueAfterMs >= 0 && dueAfterMs <= 600_000)).toBe(true);
    expect(posts.every((post) => post.madeAfterMs === null || post.dueAfterMs - post.madeAfterMs > 150_000)).toBe(true);
  });
});
