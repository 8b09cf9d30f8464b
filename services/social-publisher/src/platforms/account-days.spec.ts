import { describe, expect, it } from '@jest/globals';
import { dayEndingAt, lastFullDays, readAccount } from './account-days.ts';
import type { BudgetNote, InsightAccount } from './platform.port.ts';
import { deliveryOf } from './testing/delivery.ts';

const dayOf = (day: string, views: number | null) => ({ day, views, reach: null, interactions: null });

describe('the last full days', () => {
  it.each(['2026-03-01T00:00:00.000Z', '2026-03-01T23:59:59.999Z'])('at %s are the three before it, in UTC', (now) => {
    const windows = lastFullDays(new Date(now));
    expect(windows.map(({ day }) => day)).toEqual(['2026-02-26', '2026-02-27', '2026-02-28']);
    expect(windows.every(({ day, from, to }) => from === Date.parse(day) && to === from + 86_400_000)).toBe(true);
  });

  it.each([
    ['2026-09-10T00:00:00Z', '2026-09-09'],
    ['2026-09-10T07:00:00Z', '2026-09-09'],
    ['2026-11-02T08:00:00Z', '2026-11-01'],
  ])('of one that ends at %s the day is %s', (end, day) => {
    expect(dayEndingAt(new Date(end))).toBe(day);
  });
});

describe('a reading of an account', () => {
  const notes: BudgetNote[] = [];
  const account: InsightAccount = {
    ...{ remoteId: '7', username: 'rye', tokens: deliveryOf().tokens },
    budget: (note) => notes.push(note),
  };
  const followers = () => Promise.resolve(840);

  it('has each day once, and none of which nothing is told', async () => {
    const reading = await readAccount(account, followers, [
      () => Promise.resolve([dayOf('2026-03-01', 5), dayOf('2026-03-02', null)]),
      () => Promise.resolve([dayOf('2026-03-01', 6)]),
    ]);
    expect(reading).toEqual({ followers: 840, days: [dayOf('2026-03-01', 6)], problem: null });
  });

  it('asks no further when the platform says that its limit is near', async () => {
    const note = { scope: 'account', seconds: 15 } as const;
    const reading = await readAccount(account, followers, [
      (asked) => {
        asked.budget(note);
        return Promise.resolve([dayOf('2026-03-01', 5)]);
      },
      () => Promise.reject(new Error('it was asked')),
    ]);
    expect(reading).toEqual({ followers: 840, days: [dayOf('2026-03-01', 5)], problem: null });
    expect(notes).toEqual([note]);
  });
});
