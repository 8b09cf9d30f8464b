import { defineConfig, onOff } from '@postloom/chassis';
import type { ConfigOf } from '@postloom/chassis';
import { z } from 'zod';

const url = z.url().transform((value) => value.replace(/\/+$/, ''));
const milliseconds = z.coerce.number().int().min(0).max(3_600_000);

/** `1000,5000`: waits in milliseconds. */
const delays = z
  .string()
  .regex(/^\d+(,\d+)*$/, 'must be milliseconds separated by commas')
  .transform((value) => value.split(',').map(Number));

const shape = {
  vaultKeys: z.string().min(1),
  mediaInternalUrl: url,
  mediaPullUrl: url,

  instagramClientId: z.string().default(''),
  instagramClientSecret: z.string().default(''),
  instagramAuthorizeUrl: url.default('https://www.instagram.com/oauth/authorize'),
  instagramTokenUrl: url.default('https://api.instagram.com/oauth/access_token'),
  instagramGraphUrl: url.default('https://graph.instagram.com'),
  instagramApiVersion: z.string().default('v25.0'),

  facebookClientId: z.string().default(''),
  facebookClientSecret: z.string().default(''),
  facebookAuthorizeUrl: url.default('https://www.facebook.com/v25.0/dialog/oauth'),
  facebookApiUrl: url.default('https://graph.facebook.com'),
  facebookApiVersion: z.string().default('v25.0'),

  xClientId: z.string().default(''),
  xClientSecret: z.string().default(''),
  xAuthorizeUrl: url.default('https://x.com/i/oauth2/authorize'),
  xApiUrl: url.default('https://api.x.com'),
  xWebUrl: url.default('https://x.com'),

  linkedinClientId: z.string().default(''),
  linkedinClientSecret: z.string().default(''),
  linkedinAuthorizeUrl: url.default('https://www.linkedin.com/oauth/v2/authorization'),
  linkedinTokenUrl: url.default('https://www.linkedin.com/oauth/v2/accessToken'),
  linkedinApiUrl: url.default('https://api.linkedin.com'),
  linkedinWebUrl: url.default('https://www.linkedin.com'),
  /** Monthly versions live about a year: 202609 until 2027-09-15 (checked 2026-11-20). */
  linkedinApiVersion: z
    .string()
    .regex(/^\d{6}$/)
    .default('202609'),
  /** The app has the Community Management API, so pages can be connected. Asking without it fails every sign-in. */
  linkedinCommunityManagement: onOff.default(false),
  /** How long a member's picture is left alone before it is used: its state may not be asked for. */
  linkedinMemberWaitMs: milliseconds.default(4_000),

  tiktokClientId: z.string().default(''),
  tiktokClientSecret: z.string().default(''),
  tiktokAuthorizeUrl: url.default('https://www.tiktok.com/v2/auth/authorize'),
  tiktokApiUrl: url.default('https://open.tiktokapis.com'),
  tiktokWebUrl: url.default('https://www.tiktok.com'),
  /** Audience of every post. Unset: the widest that the creator's own settings offer; an unaudited app needs SELF_ONLY. */
  tiktokPrivacyLevel: z
    .enum(['PUBLIC_TO_EVERYONE', 'FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'])
    .optional(),

  /** What Meta must say before it sends webhooks of an app; empty: it is not asked to send any. */
  instagramWebhookVerifyToken: z.string().default(''),
  facebookWebhookVerifyToken: z.string().default(''),
  /** How old a signed webhook may be. */
  webhookToleranceSeconds: z.coerce.number().int().min(1).max(3_600).default(300),

  /** Lanes (accounts) this process works on at the same time. */
  publishLanes: z.coerce.number().int().min(1).max(256).default(16),
  /** Deadline of the one publishing call. */
  publishCallTimeoutMs: milliseconds.min(100).default(30_000),
  /** Instead of each platform's own quarantine (see `SocialPlatform.timing`). */
  publishQuarantineMs: milliseconds.optional(),
  /** Waits before the second, third, ... attempt; their number + 1 is the number of attempts. */
  publishRetryDelaysMs: delays.default([60_000, 300_000, 1_500_000, 3_600_000]),
  /** How long processing or looking may go on before a person is asked. */
  publishBoundMs: milliseconds.default(1_800_000),
  /** Seconds of a lane's lease. */
  publishLeaseSeconds: z.coerce.number().int().min(2).max(600).default(30),
  /**
   * Controls for chaos tests, each of which must show duplicates: `resend-on-doubt` switches the verify step off,
   * `no-quarantine` believes "not there" at once, `no-guard` the check right before the socket write. Only with
   * `POSTLOOM_FAULT_INJECTION=on`.
   */
  publishControl: z.enum(['none', 'resend-on-doubt', 'no-quarantine', 'no-guard']).default('none'),
  /** `name=kill`, `name=sleep:500`, `name=throw`, each with `#n` for the n-th pass; several separated by commas. */
  postloomFailpoints: z.string().default(''),
  /** Without it failpoints and controls are ignored. */
  postloomFaultInjection: onOff.default(false),
};

/** Everything social-publisher reads from its environment. */
export const config = defineConfig(shape);
export type PublisherConfig = ConfigOf<typeof shape>;
