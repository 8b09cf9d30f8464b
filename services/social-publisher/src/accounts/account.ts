import type { Platform, SocialAccount } from '@postloom/contracts';
import type { TokenSet } from '../platforms/index.ts';

export type AccountState = 'active' | 'broken' | 'removed';

/** A connected account; never with a token. */
export interface Account {
  readonly id: string;
  readonly businessId: string;
  readonly payerId: string;
  readonly platform: Platform;
  /** `https://host` of the server that the account lives on; null: the platform has one address for all accounts. */
  readonly origin: string | null;
  /** The platform's own id of it; unique on its server. */
  readonly remoteId: string;
  readonly grantorId: string;
  readonly name: string;
  readonly username: string;
  readonly avatarUrl: string | null;
  readonly state: AccountState;
  readonly brokenReason: string | null;
  /** When the connection ends unless it is renewed (`connectionEnd`); null: never, as far as we know. */
  readonly tokenExpiresAt: Date | null;
  readonly connectedAt: Date;
  readonly version: number;
}

/**
 * When the connection ends if nothing happens. With a refresh token that is the end of the refresh token, where the platform gives one:
 * access tokens are renewed by themselves. Without one it is the end of the access token itself: Instagram's is renewed from day 50 on, so
 * one that nears its end could not be renewed; LinkedIn's needs the person.
 */
export function connectionEnd(tokens: TokenSet): Date | null {
  const end = tokens.refreshToken === null ? tokens.expiresAt : (tokens.refreshExpiresAt ?? null);
  return end === null ? null : new Date(end);
}

/** A connection that ends within a week, although we try to renew it, needs its owner's attention. */
const EXPIRING_MS = 7 * 86_400_000;

export function accountStatus(account: Pick<Account, 'state' | 'tokenExpiresAt'>, now: Date): SocialAccount['status'] {
  if (account.state !== 'active') {
    return 'reconnect_required';
  }
  const expires = account.tokenExpiresAt?.getTime() ?? Infinity;
  if (expires <= now.getTime()) {
    return 'reconnect_required';
  }
  return expires - now.getTime() < EXPIRING_MS ? 'expiring' : 'active';
}

/** Platforms whose accounts are known by a name of their own; the others give an id in its place. */
const withUsernames: ReadonlySet<Platform> = new Set<Platform>(['instagram', 'twitter', 'tiktok']);

export function toSocialAccount(account: Account, now: Date): SocialAccount {
  return {
    id: account.id,
    platform: account.platform,
    accountName: account.name,
    username: withUsernames.has(account.platform) && account.username !== '' ? account.username : null,
    accountId: account.remoteId,
    origin: account.origin,
    avatarUrl: account.avatarUrl,
    status: accountStatus(account, now),
    connectedAt: account.connectedAt.toISOString(),
    expiresAt: account.tokenExpiresAt?.toISOString() ?? null,
  };
}
