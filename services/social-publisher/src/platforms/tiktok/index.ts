import { z } from 'zod';
import { definePlatform } from '../definition.ts';
import { TikTokAdapter } from './tiktok.adapter.ts';
import { tiktokWebhook } from './tiktok-webhook.ts';

/** Calls of `content/init` per user token. */
const POSTS_PER_PACE = 6;

export const tiktok = definePlatform({
  id: 'tiktok',
  addresses: {
    authorizeUrl: 'https://www.tiktok.com/v2/auth/authorize',
    apiUrl: 'https://open.tiktokapis.com',
    webUrl: 'https://www.tiktok.com',
  },
  tokenAddress: 'apiUrl',
  settings: {
    /** Audience of every post. Unset: the widest that the creator's own settings offer; an unaudited app needs SELF_ONLY. */
    privacyLevel: z
      .enum(['PUBLIC_TO_EVERYONE', 'FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'])
      .optional(),
    /** Seconds in which TikTok accepts six posts of an account. */
    paceSeconds: z.coerce.number().int().min(1).max(3_600).default(60),
  },
  quarantineMs: 60_000,
  fetchesPhotos: {
    httpsOnly: true,
    setupStep: 'In the TikTok developer portal verify this address under URL properties.',
  },
  documentedDailyPosts: 15,
  redirectRules: { plainHttpHost: null, plainHttpWarning: null, takes: 'https addresses', takesLocal: false },
  webhook: tiktokWebhook,
  setupSteps: (redirectUri, callbacks) => [
    'Open developers.tiktok.com, choose Manage apps, then Connect an app.',
    'Add the products Login Kit and Content Posting API, and switch Direct Post on.',
    `Under Login Kit, Web, add this as redirect URI exactly as shown: ${redirectUri}`,
    'Request the scopes user.info.basic, user.info.profile, user.info.stats, video.publish and video.list.',
    'Under URL properties verify the address that pictures are fetched from, then submit the app for audit. Until it is audited, posts can only be private: set TIKTOK_PRIVACY_LEVEL=SELF_ONLY.',
    `Under Webhooks enter this as callback URL, so that Postloom learns when a post is public and when somebody removes it: ${callbacks}tiktok/webhook`,
    'Set TIKTOK_CLIENT_ID (the client key) and TIKTOK_CLIENT_SECRET for Postloom and restart it.',
  ],
  create: (settings, { http, now }) => {
    const timing = { ...settings.timing, pace: { posts: POSTS_PER_PACE, seconds: settings.paceSeconds } };
    return new TikTokAdapter(http, { ...settings, timing, privacyLevel: settings.privacyLevel ?? null }, now);
  },
});
