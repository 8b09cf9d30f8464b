import { platforms } from '@postloom/contracts';
import type { AnalyticsFigures, Platform } from '@postloom/contracts';
import type { FollowersRow } from './figure-rows.ts';
import type { Range } from './range.ts';

type Followers = AnalyticsFigures['followers'];

type Counting = Map<Platform, { readonly accountId: string; readonly followers: number }>;

/** Followers of the account that counts on a platform: at the end of the range, and before it. Null: it was not asked. */
interface Account {
  readonly platform: FollowersRow['platform'];
  readonly now: number | null;
  readonly before: number | null;
}

/**
 * One account is connected per platform at a time: what was read last there counts, until it is disconnected or another one is read in its
 * place. `rows`: oldest first, of the range and of the time before it.
 */
export function followersOf(rows: readonly FollowersRow[], { from }: Range): Followers {
  const counting: Counting = new Map();
  const days = new Map<string, number>();
  for (const row of rows) {
    count(counting, row);
    if (row.followers !== null && row.day >= from) {
      // One that was not asked on this day counts with what it had last, so that the sum does not jump.
      days.set(row.day, sumOf([...counting.values()].map((account) => account.followers)));
    }
  }
  const accounts = platforms.flatMap((platform): Account[] => {
    const accountId = counting.get(platform)?.accountId;
    const own = rows.filter((row) => row.accountId === accountId && row.followers !== null);
    const last = (isNow: boolean): number | null => own.findLast(({ day }) => day >= from === isNow)?.followers ?? null;
    return accountId === undefined ? [] : [{ platform, now: last(true), before: last(false) }];
  });
  return {
    now: together(accounts, 'now'),
    before: together(accounts, 'before'),
    byPlatform: accounts,
    byDay: [...days].map(([day, followers]) => ({ day, followers })),
  };
}

/** Ids of the accounts that count at the end of the range, one per platform at most. */
export function countingAccounts(rows: readonly FollowersRow[]): ReadonlyMap<Platform, string> {
  const counting: Counting = new Map();
  for (const row of rows) {
    count(counting, row);
  }
  return new Map([...counting].map(([platform, { accountId }]) => [platform, accountId]));
}

function count(counting: Counting, { platform, accountId, followers }: FollowersRow): void {
  if (followers !== null) {
    counting.set(platform, { accountId, followers });
  } else if (counting.get(platform)?.accountId === accountId) {
    counting.delete(platform);
  }
}

/** Sums that can be compared: null when an account that counts now was not asked at that time. */
function together(accounts: readonly Account[], when: 'now' | 'before'): number | null {
  const counts = accounts.filter(({ now }) => now !== null).map((account) => account[when]);
  return counts.length === 0 || counts.includes(null) ? null : sumOf(counts.filter((count) => count !== null));
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
