import { platforms } from '@postloom/contracts';
import type { AnalyticsFigures, Platform } from '@postloom/contracts';
import type { AccountRow } from './figure-rows.ts';

type Accounts = NonNullable<AnalyticsFigures['accounts']>;
type Totals = Omit<Accounts[number], 'platform' | 'previous'>;

/** Of the days that were told now, the share that must have been told before: three days are nothing to hold a month against. */
const COMPARABLE = 1 / 2;

/** What was told of the accounts that count, in the order of the platforms; without those of which nothing was told in the range. */
export function accountsOf(rows: readonly AccountRow[], counting: ReadonlyMap<Platform, string>): Accounts {
  return platforms.flatMap((platform): Accounts => {
    const of = (isNow: boolean): Totals | null => {
      const row = rows.find((one) => one.accountId === counting.get(platform) && one.isNow === isNow);
      return row === undefined ? null : totalsOf(row);
    };
    const [now, before] = [of(true), of(false)];
    const isComparable = now !== null && before !== null && before.days >= now.days * COMPARABLE;
    return now === null ? [] : [{ platform, ...now, previous: isComparable ? before : null }];
  });
}

function totalsOf({ days, views, reachPerDay, interactions }: AccountRow): Totals {
  return { days, views, reachPerDay, interactions };
}
