import { describe, expect, it } from '@jest/globals';
import type { FollowersRow } from './figure-rows.ts';
import { followersOf } from './followers.ts';

const range = { from: '2026-03-01', to: '2026-03-31' };
const row = (accountId: string, day: string, followers: number): FollowersRow => ({
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

  it('are unknown, not zero, when nobody was asked', () => {
    expect(followersOf([], range)).toEqual({ now: null, before: null, byPlatform: [], byDay: [] });
  });
});
