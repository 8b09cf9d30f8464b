import type { Platform } from '@postloom/contracts';
import type { z } from 'zod';
import type { PlatformHttp } from './http-call.ts';
import type { PlatformTiming, SocialPlatform } from './platform.port.ts';

type SettingsShape = Readonly<Record<string, z.ZodType>>;

/** This installation's app on a platform, as far as it is configured: empty credentials mean that there is none. */
export interface AppCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Everything that is configured for a platform: credentials, addresses, and its own settings. `origin`: the server that the
 * adapter speaks to where accounts live on servers of their own; null: `addresses` says all.
 */
export type AppSettings<
  Addresses = Readonly<Record<string, string>>,
  Own = Readonly<Record<string, unknown>>,
> = AppCredentials & { readonly timing: PlatformTiming; readonly origin: string | null } & {
  readonly [Name in keyof Addresses]: string;
} & Own;

export interface PlatformTools {
  readonly http: PlatformHttp;
  readonly now: () => Date;
  /** A boundary for multipart bodies that does not occur in any picture. */
  readonly boundary: () => string;
}

/** Which redirect addresses a platform accepts, besides public https ones. */
export interface RedirectRules {
  /** The one host that may be reached by plain http; null: none. */
  readonly plainHttpHost: string | null;
  /** What to know about that host, as a sentence. */
  readonly plainHttpWarning: string | null;
  /** What it accepts, for a sentence: 'https addresses'. */
  readonly takes: string;
  /** Whether an https address that is only known on this machine or network is accepted. */
  readonly takesLocal: boolean;
}

/** A message that claims to be from a platform. */
export interface SignedMessage {
  /** The signature header as received; empty when there was none. */
  readonly signature: string;
  readonly body: Buffer;
  readonly now: Date;
  readonly toleranceSeconds: number;
}

/** What a genuine message changes. */
export type WebhookEffect =
  /** A person or an account withdrew the consent at `at`. */
  | { readonly kind: 'consent_ended'; readonly personOrAccountId: string; readonly at: Date }
  /** Something happened to the post whose saved step `step` is `value`: worth verifying now. */
  | {
      readonly kind: 'post_changed';
      readonly accountRemoteId: string;
      readonly step: string;
      readonly value: string;
    };

export interface PlatformWebhook {
  /** Name of the setting with the verify token that the platform must present before it sends anything; null: it has no such step. */
  readonly verifyTokenSetting: string | null;
  /** Messages are repeated byte for byte when they seem undelivered: a copy is no attack. */
  readonly repeats: boolean;
  /** `secrets`: those that may have signed, the platform's own first. Null: not signed by the platform. */
  read(
    message: SignedMessage,
    app: AppCredentials,
    secrets: readonly string[],
  ): { readonly digest: Buffer; readonly effects: readonly WebhookEffect[] } | null;
  /** Platforms of the same company whose app may sign too. */
  readonly alsoSignedBy: readonly Platform[];
}

/**
 * Everything that the publisher knows about a platform. Registry, settings, set-up steps, webhooks and the connection doctor loop over the
 * definitions; its name, order and limits are in the contract. Adding a platform means adding a folder with one of these.
 */
export interface PlatformDefinition {
  readonly id: Platform;
  /**
   * Accounts live on servers of their own: connecting names the server, and an adapter is made for each of them, with its address as
   * the setting `origin`. Such an adapter reaches that server alone and has no client secret: people choose the server.
   */
  readonly hasOwnServers: boolean;
  /** Settings that are addresses, with the real ones: `apiUrl` is read from `<PREFIX>_API_URL`. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Which of the addresses receives the app's secret. */
  readonly tokenAddress: string;
  /** Settings that only this platform has: `apiVersion` is read from `<PREFIX>_API_VERSION`. */
  readonly settings: SettingsShape;
  /** After a lost call: milliseconds within which the platform may still make it public. */
  readonly quarantineMs: number;
  /** How the platform fetches pictures itself; null: it receives the bytes. */
  readonly fetchesPhotos: { readonly httpsOnly: boolean; readonly setupStep: string | null } | null;
  /** What is connected is a page on which a person has a role. */
  readonly connectsPages: boolean;
  /** Documented posts in 24 hours, for platforms whose API does not report the figure; null: none. */
  readonly documentedDailyPosts: number | null;
  /** Values of `error` in the redirect of a person who cancelled. */
  readonly cancelledWith: readonly string[];
  /** Why a consent may offer no account, and what to do; null: nothing special. */
  readonly nothingOffered: string | null;
  readonly redirectRules: RedirectRules;
  readonly webhook: PlatformWebhook | null;
  /** What an operator does once, in order. `callbacks`: the address under which platforms reach us, with a trailing slash. */
  setupSteps(redirectUri: string, callbacks: string): string[];
  create(settings: AppSettings, tools: PlatformTools): SocialPlatform;
}

const usual = {
  hasOwnServers: false,
  settings: {},
  fetchesPhotos: null,
  connectsPages: false,
  documentedDailyPosts: null,
  cancelledWith: ['access_denied'],
  nothingOffered: null,
  redirectRules: { plainHttpHost: null, plainHttpWarning: null, takes: 'https addresses', takesLocal: true },
  webhook: null,
} satisfies Partial<PlatformDefinition>;

type Usual = Exclude<keyof typeof usual, 'settings'>;
type Required = Exclude<keyof PlatformDefinition, keyof typeof usual | 'addresses' | 'tokenAddress' | 'create'>;

/** A definition in which `create` gets typed settings. Omitted fields get the values that most platforms have. */
export function definePlatform<
  const Addresses extends Readonly<Record<string, string>>,
  Shape extends SettingsShape = Record<never, never>,
>(
  definition: Pick<PlatformDefinition, Required> &
    Partial<Pick<PlatformDefinition, Usual>> & {
      readonly addresses: Addresses;
      readonly tokenAddress: keyof Addresses & string;
      readonly settings?: Shape;
      create(
        settings: AppSettings<Addresses, { readonly [Name in keyof Shape]: z.output<Shape[Name]> }>,
        tools: PlatformTools,
      ): SocialPlatform;
    },
): PlatformDefinition {
  return { ...usual, ...definition } as PlatformDefinition;
}
