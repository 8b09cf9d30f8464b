import { onOff } from '@postloom/chassis';
import { z } from 'zod';
import { definePlatform } from '../definition.ts';
import { LinkedInAdapter } from './linkedin.adapter.ts';

export const linkedin = definePlatform({
  id: 'linkedin',
  addresses: {
    authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    apiUrl: 'https://api.linkedin.com',
    webUrl: 'https://www.linkedin.com',
  },
  tokenAddress: 'tokenUrl',
  settings: {
    /** Monthly versions live about a year: 202609 until 2027-09-15 (checked 2026-11-20). */
    apiVersion: z
      .string()
      .regex(/^\d{6}$/)
      .default('202609'),
    /** The app has the Community Management API, so pages can be connected. Requesting its scopes without it fails every sign-in. */
    communityManagement: onOff.default(false),
    /** Milliseconds to wait before a member's picture is used: its state may not be read. */
    memberWaitMs: z.coerce.number().int().min(0).max(3_600_000).default(4_000),
  },
  quarantineMs: 60_000,
  connectsPages: true,
  cancelledWith: ['access_denied', 'user_cancelled_login', 'user_cancelled_authorize'],
  setupSteps: (redirectUri) => [
    'Open developer.linkedin.com, choose My apps, then Create app, and connect it with your company page.',
    'Under Products request "Sign In with LinkedIn using OpenID Connect" and "Share on LinkedIn"; for company pages also the Community Management API.',
    `Under Auth add this as redirect URL exactly as shown: ${redirectUri}`,
    'Note the Client ID and the Primary Client Secret under Auth.',
    'Set LINKEDIN_CLIENT_ID and LINKEDIN_CLIENT_SECRET for Postloom and restart it; once the Community Management API is granted, also LINKEDIN_COMMUNITY_MANAGEMENT=on.',
  ],
  create: (settings, { http, now }) =>
    new LinkedInAdapter(
      http,
      { ...settings, version: settings.apiVersion, hasOrganizations: settings.communityManagement },
      now,
    ),
});
