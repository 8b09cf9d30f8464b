import { z } from 'zod';
import { definePlatform } from '../definition.ts';
import { metaWebhook } from '../graph/meta-webhook.ts';
import { FacebookAdapter } from './facebook.adapter.ts';

export const facebook = definePlatform({
  id: 'facebook',
  addresses: {
    authorizeUrl: 'https://www.facebook.com/v25.0/dialog/oauth',
    apiUrl: 'https://graph.facebook.com',
  },
  tokenAddress: 'apiUrl',
  settings: {
    apiVersion: z.string().default('v25.0'),
    /** The verify token of the app's webhooks; empty: webhooks are not set up. */
    webhookVerifyToken: z.string().default(''),
  },
  quarantineMs: 60_000,
  connectsPages: true,
  nothingOffered: 'Facebook offered no Page. Create a Page, or choose one when Facebook asks, then connect again.',
  redirectRules: {
    plainHttpHost: 'localhost',
    plainHttpWarning: 'Facebook takes a localhost address only while its app is in development mode.',
    takes: 'https addresses',
    takesLocal: true,
  },
  webhook: metaWebhook([]),
  setupSteps: (redirectUri, callbacks) => [
    'Open developers.facebook.com, choose My Apps, then Create App, with the use case "Manage everything on your Page".',
    'In the app open App settings, then Basic, and note the App ID and the App secret.',
    `Open Facebook Login, then Settings, and add this under "Valid OAuth Redirect URIs" exactly as shown: ${redirectUri}`,
    `On the same page enter this as Deauthorize callback URL, so that Postloom learns when somebody removes it: ${callbacks}meta/deauthorize`,
    'Request the permissions pages_show_list, pages_read_engagement, pages_manage_posts and read_insights.',
    'For Pages of other people request Advanced Access (App Review and business verification) and switch the app to Live.',
    'Set FACEBOOK_CLIENT_ID and FACEBOOK_CLIENT_SECRET for Postloom and restart it.',
  ],
  create: (settings, { http, now, boundary }) =>
    new FacebookAdapter(http, { ...settings, version: settings.apiVersion }, now, boundary),
});
