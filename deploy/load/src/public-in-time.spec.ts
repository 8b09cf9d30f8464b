import { describe, expect, it } from '@jest/globals';
import type { Publication } from '../../harness/src/ledger.ts';
import { isKept, publicityOf } from './public-in-time.ts';

const DUE = Date.UTC(2026, 10, 23, 9);

/** A publication of the run that appeared so long after its due time. */
const shown = (post: number, lagMs: number, platform = 'twitter', run = 'r1'): Publication => ({
  platform,
  accountId: 'a',
  remoteId: `${post}`,
  kind: 'post',
  text: `Fresh ${post} run ${run} due ${DUE}`,
  media: [],
  at: new Date(DUE + lagMs).toISOString(),
});
const thousand = (lagMs: number): Publication[] => [...Array(1_000).keys()].map((post) => shown(post, lagMs));

describe('the promise about posts', () => {
  it('is kept when all are public in time, and of each platform once', () => {
    const publicity = publicityOf([shown(1, 59_999), shown(1, 60_000, 'instagram')], 'r1', 2);
    expect(publicity).toEqual({ wanted: 2, published: 2, doubled: 0, shareInTime: 1, lags: [59_999, 60_000] });
    expect(isKept(publicity)).toBe(true);
  });

  it('allows one of a thousand to be late, and not two', () => {
    const late = (count: number) => [...thousand(100).slice(count), ...thousand(60_001).slice(0, count)];
    expect(isKept(publicityOf(late(1), 'r1', 1_000))).toBe(true);
    expect(isKept(publicityOf(late(2), 'r1', 1_000))).toBe(false);
  });

  it('is broken by one that is missing, however few', () => {
    expect(isKept(publicityOf(thousand(100).slice(1), 'r1', 1_000))).toBe(false);
  });

  it('is broken by one that is there twice', () => {
    const publicity = publicityOf([shown(1, 10), shown(1, 20)], 'r1', 1);
    expect(publicity).toMatchObject({ published: 1, doubled: 1 });
    expect(isKept(publicity)).toBe(false);
  });

  it('is about the posts of this run alone', () => {
    expect(publicityOf([shown(1, 10), shown(2, 10, 'twitter', 'r0')], 'r1', 1)).toMatchObject({ published: 1 });
  });
});
