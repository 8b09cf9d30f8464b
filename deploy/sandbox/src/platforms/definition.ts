import type { Account, AccountKind } from '../world/accounts.ts';

/** A demo account; its platform is the definition's. */
export type Seed = Omit<Account, 'platform' | 'createdAt' | 'following'>;

/** What the sandbox has to know of a platform beside its routes. Pure: no state, and no import of what keeps any. */
export interface PlatformDefinition {
  /** The name as people know it. */
  readonly label: string;
  /** Another word for the platform in control calls. */
  readonly alias?: string;
  /** Environment of services that use the platform at that origin (no trailing slash). */
  readonly environment: (origin: string) => Readonly<Record<string, string>>;
  /** Accounts that are always there, with the same ids on every machine. */
  readonly seeds: readonly Seed[];
  readonly newAccountId: (kind: AccountKind) => string;
  /** Where an account has a second id; otherwise it equals the first. */
  readonly newScopedId?: () => string;
  /** Id of the member who owns a new account that is not a member's, unless the request names one. */
  readonly defaultOwner?: string;
  /** Posts from before the sandbox. `at`: milliseconds; `n`: the post's place in the history. */
  readonly pastPost: {
    readonly kind: 'photo' | 'text';
    readonly id: (account: Account, at: number, n: number) => string;
  };
  /** Paths of the pages that permalinks lead to; `:id` is the post's. */
  readonly postPages: readonly string[];
  /** Kind of the ledger reference that `:id` may be instead. */
  readonly postPageRef?: string;
}
