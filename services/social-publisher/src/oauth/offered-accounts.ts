import type { ConnectableAccount } from '../platforms/index.ts';

/** Accounts that one sign-in can connect: ten of the pages that platforms list. */
const MOST_ACCOUNTS = 1_000;
const MOST_NAME = 200;
const MOST_ID = 500;
const MOST_SENTENCE = 500;
const MOST_ADDRESS = 2_000;

/**
 * What a platform offers, in sizes that events and answers have room for: names are cut, addresses of pictures that are too long are left
 * out, and so are accounts whose id is.
 */
export function withinSizes(offered: readonly ConnectableAccount[]): ConnectableAccount[] {
  return offered
    .filter(({ remoteId }) => remoteId.length <= MOST_ID)
    .slice(0, MOST_ACCOUNTS)
    .map((account) => ({
      ...account,
      name: cut(account.name, MOST_NAME),
      username: cut(account.username, MOST_NAME),
      avatarUrl: account.avatarUrl !== null && account.avatarUrl.length > MOST_ADDRESS ? null : account.avatarUrl,
      unusable: account.unusable === null ? null : cut(account.unusable, MOST_SENTENCE),
    }));
}

/** Half of a character at the cut is no text that Postgres accepts. */
function cut(text: string, most: number): string {
  return text.slice(0, most).toWellFormed();
}
