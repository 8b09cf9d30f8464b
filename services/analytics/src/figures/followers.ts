import { platforms } from '@postloom/contracts';
import type { AnalyticsFigures } from '@postloom/contracts';
import type { FollowersRow } from './figure-rows.ts';
import type { Range } from './range.ts';

type Followers = AnalyticsFigures['followers'];

/** Followers of an account: at the end of the range, and before it. Null: it was not asked. */
interface Account {
  readonly platform: FollowersRow['platform'];
  readonly now: number | null;
  readonly before: number | null;
}

/** `rows`: oldest first, of the range and of the time before it. */
export function followersOf(rows: readonly FollowersRow[], { from }: Range): Followers {
  const accounts = [...Map.groupBy(rows, ({ accountId }) => accountId).values()].flatMap((own): Account[] => {
    const [first] = own;
    const last = (isNow: boolean): number | null => own.findLast(({ day }) => day >= from === isNow)?.followers ?? null;
    return first === undefined ? [] : [{ platform: first.platform, now: last(true), before: last(false) }];
  });
  return {
    now: together(accounts, 'now'),
    before: together(accounts, 'before'),
    byPlatform: platforms
      .map((platform) => ({ platform, own: accounts.filter((account) => account.platform === platform) }))
      .filter(({ own }) => own.length > 0)
      .map(({ platform, own }) => ({ platform, now: together(own, 'now'), before: together(own, 'before') })),
    byDay: byDay(rows, from),
  };
}

/** Sums that can be compared: null when an account that counts now was not asked at that time. */
function together(accounts: readonly Account[], when: 'now' | 'before'): number | null {
  const told = accounts.filter(({ now }) => now !== null);
  return told.length === 0 || told.some((account) => account[when] === null)
    ? null
    : told.reduce((sum, account) => sum + (account[when] ?? 0), 0);
}

/** An account that was not asked on a day counts with what it had last, so that the sum does not jump. */
function byDay(rows: readonly FollowersRow[], from: string): Followers['byDay'] {
  const known = new Map<string, number>();
  const days = new Map<string, number>();
  for (const { accountId, day, followers } of rows) {
    known.set(accountId, followers);
    if (day >= from) {
      days.set(
        day,
        [...known.values()].reduce((sum, count) => sum + count, 0),
      );
    }
  }
  return [...days].map(([day, followers]) => ({ day, followers }));
}
