import type { Analytics, Platform } from '@postloom/contracts';
import { platformRules, platforms } from '#lib/contract-data.ts';
import { changeOf, type Change } from './figures.ts';

export type AccountFigure = 'followers' | 'views' | 'reach' | 'interactions';

/** What one platform tells of the account itself; a figure that it does not tell is null. */
export type AccountRow = {
  platform: Platform;
  cells: readonly { figure: AccountFigure; value: number | null; change: Change | null }[];
};

type Told = Pick<Analytics, 'followers' | 'accounts'>;
type Totals = NonNullable<Analytics['accounts']>[number]['previous'] | undefined;

/** A row for each platform that tells something of its account; none while followers are all that any of them tells. */
export function accountRowsOf({ followers, accounts = [] }: Told): readonly AccountRow[] {
  if (accounts.length === 0) {
    return [];
  }
  return platforms.flatMap((platform): AccountRow[] => {
    const count = followers.byPlatform.find((row) => row.platform === platform);
    const now = accounts.find((row) => row.platform === platform);
    const before = now?.previous;
    const cell = (figure: AccountFigure, value: number | null = null, change: Change | null = null) => ({
      ...{ figure, value, change },
    });
    const sum = (figure: 'views' | 'interactions') =>
      cell(figure, now?.[figure], changeOf(figure, overDaysOf(before, now, figure), before?.[figure] ?? null));
    const cells = [
      cell('followers', count?.now, changeOf('followers', count?.now ?? null, count?.before ?? null)),
      sum('views'),
      cell('reach', now?.reachPerDay, changeOf('audience', now?.reachPerDay ?? null, before?.reachPerDay ?? null)),
      sum('interactions'),
    ];
    return cells.every(({ value }) => value === null) ? [] : [{ platform, cells }];
  });
}

/** What the days of now would have come to had they been as many as before: the last days come late, so the two rarely are. */
function overDaysOf(before: Totals, now: Totals, figure: 'views' | 'interactions'): number | null {
  const sum = now?.[figure] ?? null;
  return now && before && sum !== null ? Math.round((sum / now.days) * before.days) : null;
}

/** Names of the platforms in these rows that tell followers and nothing else of an account. */
export function tellingFollowersAlone(rows: readonly AccountRow[]): readonly string[] {
  return rows
    .map(({ platform }) => platformRules[platform])
    .flatMap((rules) => (rules.tellsAccountDays ? [] : rules.name));
}
