import { z } from 'zod';
import { defineEvent, defineRpc, Empty, Id, Instant, listOf, Ok, PageQuery } from '../kernel/index.ts';
import { MetricUsage } from '../identity/schemas.ts';
import { Platform, platforms } from '../platforms/index.ts';
import { PostSource, TargetError } from '../scheduling/scheduling.ts';

export const SocialAccount = z.object({
  id: Id,
  platform: Platform,
  accountName: z.string(),
  /** What the account is called with an @ before it; null or absent: the platform has no such names, or does not tell them. */
  username: z.string().nullish(),
  /** The platform's own id of the account. */
  accountId: z.string(),
  /** `https://host` of the server that the account lives on; null or absent: the platform has one address for all accounts. */
  origin: z.url().nullish(),
  avatarUrl: z.string().nullable(),
  status: z.enum(['active', 'expiring', 'reconnect_required']),
  connectedAt: Instant,
  expiresAt: Instant.nullable(),
});
export type SocialAccount = z.infer<typeof SocialAccount>;

/** As a person types it: `social.example` or `https://social.example`. */
export const ServerAddress = z.string().min(1).max(300);

/** Whether each platform has a usable account. A publisher of an older version omits platforms that it does not know. */
export const SocialStatus = z.object(
  Object.fromEntries(platforms.map((platform) => [platform, z.boolean().default(false)])) as Record<
    Platform,
    z.ZodDefault<z.ZodBoolean>
  >,
);

/** GET /api/social/{platform}/auth: the authorize URL, or the steps that are still missing on our side. */
export const OauthStart = z.union([
  z.object({ authUrl: z.string() }),
  z.object({
    setupRequired: z.literal(true),
    redirectUri: z.string(),
    instructions: z.object({ steps: z.array(z.string()) }),
  }),
]);
export type OauthStart = z.infer<typeof OauthStart>;

/** An account the platform offers after consent; the person picks when there are several. */
export const OfferedAccount = z.object({
  remoteId: z.string(),
  name: z.string(),
  avatarUrl: z.string().nullable(),
  /** Where a platform offers both: a person's own account, or a page that they run. */
  kind: z.enum(['person', 'page']).optional(),
  /** The business posts from it, or did until its connection was lost. */
  isCurrent: z.boolean().optional(),
});

export const OauthFinish = z.union([
  z.object({ outcome: z.literal('connected'), platform: Platform, accounts: z.array(SocialAccount) }),
  z.object({ outcome: z.literal('pick'), platform: Platform, pickToken: z.string(), offered: z.array(OfferedAccount) }),
  z.object({ outcome: z.literal('failed'), platform: Platform, reason: z.string() }),
]);
export type OauthFinish = z.infer<typeof OauthFinish>;

export const publisherRpc = {
  accountList: defineRpc('rpc.publisher.account.list.v1', {
    caller: 'service',
    input: PageQuery,
    output: listOf(SocialAccount),
    retryable: true,
  }),
  accountStatus: defineRpc('rpc.publisher.account.status.v1', { input: Empty, output: SocialStatus, retryable: true }),
  /** Ends the connection: posts wait with the reason, the token is revoked and destroyed. */
  accountDisconnect: defineRpc('rpc.publisher.account.disconnect.v1', {
    input: z.union([z.strictObject({ platform: Platform }), z.strictObject({ id: Id })]),
    output: Ok,
    errors: ['not_found'],
  }),
  oauthStart: defineRpc('rpc.publisher.oauth.start.v1', {
    /** `server`: host or address of the account's server, for a platform whose accounts live on servers of their own. */
    input: z.strictObject({ platform: Platform, sessionId: Id, server: ServerAddress.optional() }),
    output: OauthStart,
    errors: ['upgrade_required'],
  }),
  /** `query` is the callback's query string as received. State is single use, bound to session, business and platform, for 10 minutes. */
  oauthFinish: defineRpc('rpc.publisher.oauth.finish.v1', {
    input: z.strictObject({ platform: Platform, sessionId: Id, query: z.record(z.string(), z.string().max(4_000)) }),
    output: OauthFinish,
    errors: ['invalid_state', 'upgrade_required', 'dependency_failed'],
    deadlineMs: 20_000,
  }),
  oauthPick: defineRpc('rpc.publisher.oauth.pick.v1', {
    input: z.strictObject({
      platform: Platform,
      sessionId: Id,
      pickToken: z.string().max(200),
      remoteIds: z.array(z.string().max(100)).min(1).max(100),
    }),
    output: OauthFinish,
    errors: ['invalid_state', 'upgrade_required'],
  }),
  usageGet: defineRpc('rpc.publisher.usage.get.v1', {
    input: z.strictObject({ payerId: Id }),
    output: MetricUsage,
    retryable: true,
  }),
} as const;

const AccountFacts = z.object({ accountId: Id, platform: Platform, accountName: z.string() });
const TargetFacts = z.object({
  targetId: Id,
  round: z.number().int().positive(),
  postId: Id,
  platform: Platform,
  accountId: Id,
  attempts: z.number().int(),
});

/** What went out, as far as figures are compared by it. */
const PublishedContent = z.object({
  /** The first picture. */
  photoId: Id.nullable(),
  photos: z.number().int().nonnegative(),
  /** In lower case without `#`, each once; the first 30. */
  hashtags: z.array(z.string()).max(30),
  source: PostSource.nullable(),
});

export const publisherEvents = {
  accountConnected: defineEvent('publisher.account.connected.v1', AccountFacts),
  accountBroken: defineEvent('publisher.account.broken.v1', AccountFacts.extend({ reason: z.string() })),
  accountRemoved: defineEvent('publisher.account.removed.v1', AccountFacts),
  targetPublishing: defineEvent('publisher.target.publishing.v1', TargetFacts),
  targetPublished: defineEvent(
    'publisher.target.published.v1',
    TargetFacts.extend({
      remoteId: z.string(),
      permalink: z.string().nullable(),
      publishedAt: Instant,
      /** Absent in events of earlier versions, and when the outcome was settled by hand. */
      content: PublishedContent.optional(),
    }),
  ),
  targetFailed: defineEvent('publisher.target.failed.v1', TargetFacts.extend({ error: TargetError })),
  /**
   * The post waits until `until`: for the next attempt after `failures` failed ones, or, without `failures`, because a rate limit, a quota
   * or an operator blocks it.
   */
  targetDelayed: defineEvent(
    'publisher.target.delayed.v1',
    TargetFacts.extend({ until: Instant, error: TargetError, failures: z.number().int().positive().optional() }),
  ),
  targetNeedsAttention: defineEvent('publisher.target.needs-attention.v1', TargetFacts.extend({ error: TargetError })),
} as const;
