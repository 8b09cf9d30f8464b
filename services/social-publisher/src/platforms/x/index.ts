import { definePlatform } from '../definition.ts';
import { XAdapter } from './x.adapter.ts';

export const x = definePlatform({
  id: 'twitter',
  addresses: {
    authorizeUrl: 'https://x.com/i/oauth2/authorize',
    apiUrl: 'https://api.x.com',
    webUrl: 'https://x.com',
  },
  tokenAddress: 'apiUrl',
  quarantineMs: 45_000,
  redirectRules: {
    plainHttpHost: '127.0.0.1',
    plainHttpWarning: null,
    takes: 'https addresses, and http://127.0.0.1 for trying out',
    takesLocal: true,
  },
  setupSteps: (redirectUri) => [
    'Open developer.x.com, create a project with an app in it, and choose an access level that may create posts.',
    'In the app open "User authentication settings": type "Web App", permissions "Read and write".',
    `Add this as Callback URI exactly as shown (X does not take localhost, 127.0.0.1 works): ${redirectUri}`,
    'Note the OAuth 2.0 Client ID and Client Secret (not the API key).',
    'Set X_CLIENT_ID and X_CLIENT_SECRET for Postloom and restart it.',
  ],
  create: (settings, { http, now, boundary }) => new XAdapter(http, settings, now, boundary),
});
