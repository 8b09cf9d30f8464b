import type { Message } from '../webhooks/deliver.ts';
import type { Account, AccountKind } from '../world/accounts.ts';

/** A demo account; its platform is the definition's. */
export type Seed = Omit<Account, 'platform' | 'createdAt' | 'following'>;

/** What a platform is asked to send to the app. */
export interface WebhookRequest {
  readonly event: string;
  /** null: the person (where the platform's rules say so). */
  readonly account: Account | null;
  /** Event's own data. */
  readonly content: Readonly<Record<string, unknown>>;
  /** Signed with a wrong secret. */
  readonly forged: boolean;
}

/** The platform's verdict on the app's answer: null when it accepts it, else a sentence. */
export type AnswerCheck = (
  answer: string,
  /** Opens a page, as a person would. */
  open: (url: string) => Promise<{ readonly status: number }>,
) => string | null | Promise<string | null>;

export interface Webhook {
  readonly message: Message;
  /** Absent: any answer with a good status will do. */
  readonly check?: AnswerCheck;
}

export interface WebhookRules {
  /** Events may be about the person, so that they name no account. */
  readonly mayOmitAccount?: boolean;
  /** `base`: the app's `.../api/platform-callbacks`. Null: the event needs an account. */
  readonly make: (request: WebhookRequest, base: string) => Webhook | null;
}

/** Behavior that can be changed while the sandbox runs, with the initial values. */
export type SettingDefaults = Readonly<Record<string, boolean | number | readonly string[]>>;

/** What the sandbox has to know of a platform besides its routes. Pure: no state, and no imports that keep any. */
export interface PlatformDefinition<Credentials extends AppCredentials = AppCredentials, Settings = SettingDefaults> {
  /** The name as people know it. */
  readonly label: string;
  /** Another word for the platform in control calls. */
  readonly alias?: string;
  /** The app that this platform accepts, and no other. */
  readonly credentials: Credentials;
  /** Named after the platform unless several share them. */
  readonly settings: Settings;
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
  /** What the platform sends to an app; absent: nothing. */
  readonly webhook?: WebhookRules;
}

export interface AppCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Infers the exact types of the credentials and settings. */
export function definePlatform<const Credentials extends AppCredentials, Settings extends SettingDefaults>(
  definition: PlatformDefinition<Credentials, Settings>,
): PlatformDefinition<Credentials, Settings> {
  return definition;
}
