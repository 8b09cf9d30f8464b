import type { AccountDay, Platform, PostFigures } from '@postloom/contracts';
import type { ReadingAllowance } from './reading-allowances.ts';

/**
 * Why a platform refused, as far as it changes what we do next. Closed: every caller handles each kind. `message` is for the person: what
 * happened, and what to do.
 */
export type PlatformProblem =
  /** The token is dead or a permission is missing: one call, then the lane is parked until the person reconnects. */
  | { readonly kind: 'reconnect'; readonly code: string; readonly message: string }
  /** A rate limit or quota with a known end. `scope` 'app': it holds for every account of the platform. */
  | {
      readonly kind: 'wait';
      readonly code: string;
      readonly message: string;
      readonly seconds: number;
      /** The end is a guess: the first refusal of an hour is tried again after this time already. */
      readonly earlyTrySeconds?: number;
      readonly scope: 'account' | 'app';
    }
  /** May work in a moment; nothing became public. */
  | {
      readonly kind: 'transient';
      readonly code: string;
      readonly message: string;
      /** What was prepared is still being processed: not a failure at first. */
      readonly isProcessing?: true;
    }
  /** The text or the picture was refused: only the person can fix it. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** The platform says that this post exists already: perhaps from an earlier call of ours, so verify. */
  | { readonly kind: 'duplicate'; readonly code: string; readonly message: string }
  /** Our app, its version or its review status is the problem: a matter for the operator. */
  | { readonly kind: 'setup'; readonly code: string; readonly message: string }
  /** The account is restricted, locked or suspended on the platform. */
  | { readonly kind: 'restricted'; readonly code: string; readonly message: string }
  /** What we had prepared is gone at the platform (expired, unknown): prepare again. */
  | { readonly kind: 'stale'; readonly code: string; readonly message: string };

/** A call that may be repeated failed with a known problem. */
export class PlatformError extends Error {
  readonly problem: PlatformProblem;

  constructor(problem: PlatformProblem) {
    super(`${problem.kind}: ${problem.code}`);
    this.name = 'PlatformError';
    this.problem = problem;
  }
}

/** Thrown by the guard that runs immediately before the socket write: nothing has left this process. */
export class NotSent extends Error {
  readonly reason: 'too_late' | 'lease_lost' | 'stopping';

  constructor(reason: NotSent['reason']) {
    super(`not sent: ${reason}`);
    this.name = 'NotSent';
    this.reason = reason;
  }
}

/** Everything secret of a connection; lives in the vault and inside adapter calls, nowhere else. */
export interface TokenSet {
  readonly accessToken: string;
  /** Null where the platform has none (Instagram refreshes with the access token itself, Page tokens do not expire). */
  readonly refreshToken: string | null;
  /** The person's own token where the account's differs (Facebook): for revoking. */
  readonly grantToken: string | null;
  /** ISO instants; `expiresAt` null: no known end. */
  readonly issuedAt: string;
  readonly expiresAt: string | null;
  /** Until when the refresh token itself works, where the platform says so (TikTok, LinkedIn: 365 days). */
  readonly refreshExpiresAt?: string | null;
}

/** The result of exchanging an authorization code. */
export interface Grant {
  readonly tokens: TokenSet;
  /** Permissions that the person actually granted. */
  readonly scopes: readonly string[];
  /** The platform's id of the person who consented; empty where only the accounts reveal it. */
  readonly grantorId: string;
}

/** An account that the grant lets us publish to. */
export interface ConnectableAccount {
  readonly remoteId: string;
  /** As people see it on the platform. */
  readonly name: string;
  /** Handle without `@`; for permalinks and checks. */
  readonly username: string;
  readonly avatarUrl: string | null;
  /** A person's own account, or a page that they run; where a platform offers both. */
  readonly kind?: 'person' | 'page';
  /** Who consented, where the grant does not say (LinkedIn), or the platform's callbacks identify the person otherwise (Instagram). */
  readonly scopedId?: string;
  readonly tokens: TokenSet;
  /** Why this account can't be used, as a sentence; null when it can. */
  readonly unusable: string | null;
}

/** A picture as the adapter may use it. */
export interface PublishPhoto {
  readonly photoId: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly mimeType: string;
  readonly altText: string | null;
  /** Fetchable by the platform without a session until it expires. */
  readonly publicUrl: string;
  /** The bytes, length and SHA-256 checked. */
  load(): Promise<Buffer>;
}

/** Rate figures seen in an answer: nothing may be sent for `seconds`. */
export interface BudgetNote {
  readonly scope: 'account' | 'app';
  readonly seconds: number;
}

/** What was prepared at the platform for a post, saved as soon as each id is known. Each adapter has its own fields. */
export type SavedSteps = Readonly<Record<string, unknown>>;

/** Keeps steps. @throws what the keeper throws, when they can't be kept. */
export type SaveSteps = (steps: SavedSteps) => Promise<void>;

/** One post on its way to one account. */
export interface Delivery {
  readonly accountRemoteId: string;
  readonly username: string;
  readonly tokens: TokenSet;
  readonly caption: string;
  readonly photoCount: number;
  /** Called only when a picture is really needed. */
  photos(): Promise<readonly PublishPhoto[]>;
  /** Figures of rate headers, to be respected from now on. */
  budget(note: BudgetNote): void;
}

export type Preparation =
  | { readonly kind: 'ready' }
  /** The platform is processing it; verify again after `seconds`. */
  | { readonly kind: 'processing'; readonly seconds: number }
  /** What was prepared is public already: never send; verify. */
  | { readonly kind: 'published_already' };

/** How the code of a `not_sent` outcome begins when the platform is the cause; every other code has its cause here. */
export const NO_CONNECTION = 'no_connection_';

export type SendOutcome =
  | { readonly kind: 'published'; readonly remoteId: string; readonly permalink: string | null }
  /** The platform has accepted the post under a name that was saved, and processes it (TikTok): verification shows the result. */
  | { readonly kind: 'accepted'; readonly code: string }
  /** The platform refused: proven not public. */
  | { readonly kind: 'rejected'; readonly problem: PlatformProblem }
  /** Proven that no byte left this process; the code begins with `NO_CONNECTION` where the platform could not be reached. */
  | { readonly kind: 'not_sent'; readonly code: string }
  /** Anything else. */
  | { readonly kind: 'unknown'; readonly code: string };

/** A post on the platform that carries our text. */
export interface Sighting {
  readonly remoteId: string;
  readonly at: Date;
  readonly permalink: string | null;
}

export type Finding =
  /**
   * Posts that match by text, made at or after `since`; oldest first. Empty: everything was searched, it is not there. `ownId`: the
   * platform says of this post's own prepared id (its publish id, its container) that it is public, even when every id found belongs to
   * another post with the same text; `ownId` then identifies it uniquely.
   */
  | { readonly kind: 'seen'; readonly sightings: readonly Sighting[]; readonly ownId?: string }
  /** The platform says it is public, but its id cannot be found yet. `fallbackId` identifies it uniquely. */
  | { readonly kind: 'public_without_id'; readonly fallbackId: string }
  /** The platform's answer proves that it is not public (a container that was never published). */
  | { readonly kind: 'not_public' }
  /** The platform has our post and is still processing it; verify again after `seconds`. */
  | { readonly kind: 'working'; readonly code: string; readonly seconds: number }
  /** The platform accepted our post and refused it afterwards: proven not public. What was prepared is used up. */
  | { readonly kind: 'rejected'; readonly problem: PlatformProblem }
  /** Could not verify properly: say so rather than guess. */
  | { readonly kind: 'unclear'; readonly code: string };

/** What a verification knows beyond the post, and what it may do where the platform cannot be read (LinkedIn members). */
export interface VerifyContext {
  /** The database's clock, as the intent's time is. */
  readonly now: Date;
  /** The intent of the open attempt; null: there is none, a restored database asks. */
  readonly intentAt: Date | null;
  /** An earlier attempt may have become public. */
  readonly hasEarlierTry: boolean;
  /** The quarantine is over: the lost call can no longer become public by itself. */
  readonly isSettled: boolean;
  /** As in `send`. */
  readonly guard: () => void;
  readonly save: SaveSteps;
}

/** The outcome of deleting a post on the platform. */
export type Removal =
  | { readonly kind: 'removed' }
  /** It no longer existed. */
  | { readonly kind: 'gone_already' }
  /** The platform has no call for it: the person deletes it there. */
  | { readonly kind: 'not_offered'; readonly message: string };

export interface AuthorizeRequest {
  readonly state: string;
  readonly redirectUri: string;
  /** S256 challenge; only used where `usesPkce`. */
  readonly codeChallenge: string;
}

/** A connection as the doctor knows it. */
export interface ExaminedAccount {
  readonly remoteId: string;
  readonly grantorId: string;
  readonly scopes: readonly string[];
}

/** The result of one read-only call about a connection. */
export interface AccountExamination {
  /** Permissions as they are now, where the platform says so; null: those of the consent count. */
  readonly scopes: readonly string[] | null;
  /** Why the account cannot be posted to (a personal account, a lost role); null: it can. */
  readonly unusable: string | null;
  /** Posts of the current day and how many are allowed, where the platform reports it. */
  readonly quota: { readonly used: number; readonly total: number } | null;
}

/** A platform's behaviour, apart from its calls. Times in milliseconds. */
export interface PlatformTiming {
  /** Deadline of the publishing call. */
  readonly callTimeoutMs: number;
  /** After the call timeout has passed: how long the platform may still make a lost call public. */
  readonly quarantineMs: number;
  /** Posts that one account may begin within `seconds`; the lane waits instead of being refused. Null: we do not count. */
  readonly pace: { readonly posts: number; readonly seconds: number } | null;
}

/** Signing in: consent, tokens, and what they may be used for. All throw `PlatformError`. */
export interface PlatformSignIn {
  readonly requiredScopes: readonly string[];
  readonly usesPkce: boolean;
  /** `iss` that a callback may carry (RFC 9207): the authorization server's origin. */
  readonly issuer: string;
  authorizeUrl(request: AuthorizeRequest): string;
  exchangeCode(request: { code: string; redirectUri: string; verifier: string }): Promise<Grant>;
  connectableAccounts(grant: Grant): Promise<readonly ConnectableAccount[]>;
  /** When the token should be refreshed; null when it never needs to or can't be. */
  refreshDueAt(tokens: TokenSet): Date | null;
  refresh(tokens: TokenSet): Promise<TokenSet>;
  /** Withdraws the consent, as far as the platform offers that. */
  revoke(tokens: TokenSet): Promise<void>;
}

/** An account whose figures are read. */
export interface InsightAccount {
  readonly remoteId: string;
  readonly username: string;
  readonly tokens: TokenSet;
  /** As in `Delivery`. */
  budget(note: BudgetNote): void;
}

export interface PostToRead {
  readonly remoteId: string;
  readonly publishedAt: Date;
}

/** What a platform tells of an account itself. */
export interface AccountReading {
  /** How many follow it; null: not told. */
  readonly followers: number | null;
  /** Its last full days, as far as they are told. */
  readonly days: readonly AccountDay[];
  /** Why the reading broke off: what is there was told before; null: it did not. */
  readonly problem: PlatformProblem | null;
}

/** What a platform tells of posts and accounts, with reads alone. All throw `PlatformError`. */
export interface PlatformInsights {
  readonly allowance: ReadingAllowance;
  /** Posts that one `posts` may name. */
  readonly postsPerCall: number;
  /** Calls that one `posts` makes. */
  callsFor(posts: readonly PostToRead[]): number;
  /** Whether the platform tells anything of this kind of account. */
  offers(accountRemoteId: string): boolean;
  /** By remote id; a post that the platform does not show (any more) is missing. */
  posts(account: InsightAccount, posts: readonly PostToRead[]): Promise<ReadonlyMap<string, PostFigures>>;
  /** Calls that one `account` makes. */
  readonly accountCalls: number;
  /** How many follow the account, and what became of its last days. */
  account(account: InsightAccount): Promise<AccountReading>;
}

/**
 * A social platform. `prepare` may be repeated at will, `send` happens once per intent, `verify` reads (and, where nothing can be read,
 * sends the identical post once more inside the platform's own duplicate window). All throw `PlatformError`; `send` throws nothing but what
 * `save` throws: what is not understood is `unknown`.
 */
export interface SocialPlatform {
  readonly platform: Platform;
  /** 'Instagram', 'Facebook', 'X': for sentences. */
  readonly label: string;
  readonly timing: PlatformTiming;
  readonly signIn: PlatformSignIn;
  /** Null: it tells no figures. */
  readonly insights: PlatformInsights | null;
  prepare(delivery: Delivery, steps: SavedSteps, save: SaveSteps): Promise<Preparation>;
  /**
   * `guard` runs immediately before the first byte is written and throws `NotSent` when it is too late. `save` stores what the answer named
   * (TikTok's publish id) before anything else happens.
   */
  send(delivery: Delivery, steps: SavedSteps, guard: () => void, save: SaveSteps): Promise<SendOutcome>;
  verify(delivery: Delivery, steps: SavedSteps, since: Date, context: VerifyContext): Promise<Finding>;
  /** Cosmetic: null when it cannot be read. */
  permalink(delivery: Delivery, remoteId: string): Promise<string | null>;
  /**
   * Asks whether the connection works, with reads only. Absent: what the consent offers today answers it (`offeredNow`). @throws
   * {PlatformError}
   */
  examine?(account: ExaminedAccount, tokens: TokenSet): Promise<AccountExamination>;
  /** Deletes a published post on the platform. */
  remove(delivery: Delivery, remoteId: string): Promise<Removal>;
}
