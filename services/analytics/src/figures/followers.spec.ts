import { describe, expect, it } from '@jest/globals';
import type { FollowersRow } from './figure-rows.ts';
import { followersOf } from './followers.ts';

const range = { from: '2026-03-01', to: '2026-03-31' };
const row = (accountId: string, day: string, followers: number | null): FollowersRow => ({
  ...{ accountId, day, followers },
  platform: accountId.startsWith('i') ? 'instagram' : 'facebook',
});

describe('followers', () => {
  it('are those of the last reading in the range and of the last one before it', () => {
    const rows = [row('i1', '2026-02-20', 90), row('i1', '2026-02-28', 100), row('i1', '2026-03-05', 120)];
    expect(followersOf(rows, range)).toMatchObject({ now: 120, before: 100 });
  });

  it('have no before while an account that counts now had not been asked', () => {
    const rows = [row('i1', '2026-02-28', 100), row('f1', '2026-03-04', 50), row('i1', '2026-03-05', 120)];
    const found = followersOf(rows, range);
    expect(found).toMatchObject({ now: 170, before: null });
    expect(found.byPlatform).toEqual([
      { platform: 'instagram', now: 120, before: 100 },
      { platform: 'facebook', now: 50, before: null },
    ]);
  });

  it('of an account that was not asked on a day are those of before, so that the sum does not jump', () => {
    const rows = [row('f1', '2026-02-27', 50), row('i1', '2026-03-04', 100), row('f1', '2026-03-06', 52)];
    expect(followersOf(rows, range).byDay).toEqual([
      { day: '2026-03-04', followers: 150 },
      { day: '2026-03-06', followers: 152 },
    ]);
  });

  it('are those of one account per platform: another one takes the place of the one before it', () => {
    const rows = [
      ...[row('i old', '2026-02-27', 4_900), row('f1', '2026-02-28', 300)],
      ...[row('i old', '2026-03-04', 5_000), row('f1', '2026-03-10', 310), row('i new', '2026-03-14', 1_200)],
    ];
    expect(followersOf(rows, range)).toEqual({
      ...{ now: 1_510, before: null },
      byPlatform: [
        { platform: 'instagram', now: 1_200, before: null },
        { platform: 'facebook', now: 310, before: 300 },
      ],
      byDay: [
        { day: '2026-03-04', followers: 5_300 },
        { day: '2026-03-10', followers: 5_310 },
        { day: '2026-03-14', followers: 1_510 },
      ],
    });
  });

  it('leave out an account from when it is disconnected, until it is read again', () => {
    const gone = [row('i1', '2026-03-04', 100), row('f1', '2026-03-05', 50), row('i1', '2026-03-06', null)];
    const found = followersOf([...gone, row('f1', '2026-03-07', 51)], range);
    expect(found).toMatchObject({ now: 51, byPlatform: [{ platform: 'facebook', now: 51 }] });
    expect(found.byDay.at(-1)).toEqual({ day: '2026-03-07', followers: 51 });
    expect(followersOf([...gone, row('i1', '2026-03-08', 102)], range)).toMatchObject({ now: 152 });
    // An account that another one has replaced is told to be gone afterwards.
    const late = [row('i1', '2026-03-04', 100), row('i2', '2026-03-05', 20), row('i1', '2026-03-05', null)];
    expect(followersOf(late, range)).toMatchObject({ now: 20 });
  });

  it('are unknown, not zero, when nobody was asked', () => {
    expect(followersOf([], range)).toEqual({ now: null, before: null, byPlatform: [], byDay: [] });
  });
});
