import { z } from 'zod';
import { definePlatform } from '../definition.ts';
import { metaWebhook } from '../graph/meta-webhook.ts';
import { InstagramAdapter } from './instagram.adapter.ts';

export const instagram = definePlatform({
  id: 'instagram',
  addresses: {
    authorizeUrl: 'https://www.instagram.com/oauth/authorize',
    tokenUrl: 'https://api.instagram.com/oauth/access_token',
    graphUrl: 'https://graph.instagram.com',
  },
  tokenAddress: 'tokenUrl',
  settings: {
    apiVersion: z.string().default('v25.0'),
    /** The verify token of the app's webhooks; empty: webhooks are not set up. */
    webhookVerifyToken: z.string().default(''),
  },
  quarantineMs: 45_000,
  fetchesPhotos: { httpsOnly: false, setupStep: null },
  webhook: metaWebhook(['facebook']),
  setupSteps: (redirectUri, callbacks) => [
    'Open developers.facebook.com, choose My Apps, then Create App, with the use case "Manage messaging & content on Instagram".',
    'In the app open Instagram, then "API setup with Instagram login", and note the Instagram app ID and the Instagram app secret (they differ from the Meta app ID).',
    `Under "Set up Instagram business login" add this redirect URL exactly as shown: ${redirectUri}`,
    `In the same "Business login settings" enter this as Deauthorize callback URL, so that Postloom learns when somebody removes it: ${callbacks}meta/deauthorize`,
    'Allow the permissions instagram_business_basic, instagram_business_content_publish and instagram_business_manage_insights.',
    'For accounts other than your own test accounts request Advanced Access (App Review and business verification) and switch the app to Live.',
    'Set INSTAGRAM_CLIENT_ID and INSTAGRAM_CLIENT_SECRET for Postloom and restart it. The accounts must be Business or Creator accounts.',
  ],
  create: (settings, { http, now }) => new InstagramAdapter(http, { ...settings, version: settings.apiVersion }, now),
});
