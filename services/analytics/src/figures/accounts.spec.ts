import { describe, expect, it } from '@jest/globals';
import { accountsOf } from './accounts.ts';
import type { AccountRow } from './figure-rows.ts';

const row = (accountId: string, isNow: boolean, days: number): AccountRow => ({
  ...{ accountId, isNow, days, views: 100 * days, reachPerDay: 60, interactions: days },
});
const counting = new Map([['facebook', 'f1'] as const, ['instagram', 'i1'] as const, ['twitter', 'x1'] as const]);

describe('what people saw and did on accounts', () => {
  it('is told of the accounts that count, in the order of the platforms, beside the period before', () => {
    const rows = [row('f1', true, 28), row('f1', false, 30), row('i1', true, 28), row('i0', true, 2)];
    expect(accountsOf(rows, counting)).toEqual([
      { platform: 'instagram', days: 28, views: 2_800, reachPerDay: 60, interactions: 28, previous: null },
      {
        ...{ platform: 'facebook', days: 28, views: 2_800, reachPerDay: 60, interactions: 28 },
        previous: { days: 30, views: 3_000, reachPerDay: 60, interactions: 30 },
      },
    ]);
  });

  it('is not held against a few days, and none of the days before stand in for these', () => {
    const before = (days: number) => accountsOf([row('i1', true, 28), row('i1', false, days)], counting)[0]?.previous;
    expect(before(13)).toBeNull();
    expect(before(14)).toMatchObject({ days: 14 });
    expect(accountsOf([row('i1', false, 30)], counting)).toEqual([]);
  });
});
