import type { Platform } from '@postloom/contracts';

/**
 * What an operator does once per platform, in order, when this installation has no app for it (platform-apis 1 to 6).
 * The redirect URL is the one to whitelist.
 */
export function setupSteps(platform: Platform, redirectUri: string): string[] {
  const callbacks = new URL('/api/platform-callbacks/', redirectUri).href;
  switch (platform) {
    case 'instagram':
      return [
        'Open developers.facebook.com, choose My Apps, then Create App, with the use case "Manage messaging & content on Instagram".',
        'In the app open Instagram, then "API setup with Instagram login", and note the Instagram app ID and the Instagram app secret (they differ from the Meta app ID).',
        `Under "Set up Instagram business login" add this redirect URL exactly as it stands: ${redirectUri}`,
        `In the same "Business login settings" enter this as Deauthorize callback URL, so that Postloom learns when somebody removes it: ${callbacks}meta/deauthorize`,
        'Allow the permissions instagram_business_basic, instagram_business_content_publish and instagram_business_manage_insights.',
        'For accounts other than your own test accounts request Advanced Access (App Review and business verification) and switch the app to Live.',
        'Set INSTAGRAM_CLIENT_ID and INSTAGRAM_CLIENT_SECRET for Postloom and restart it. The accounts must be Business or Creator accounts.',
      ];
    case 'facebook':
      return [
        'Open developers.facebook.com, choose My Apps, then Create App, with the use case "Manage everything on your Page".',
        'In the app open App settings, then Basic, and note the App ID and the App secret.',
        `Open Facebook Login, then Settings, and add this under "Valid OAuth Redirect URIs" exactly as it stands: ${redirectUri}`,
        `On the same page enter this as Deauthorize callback URL, so that Postloom learns when somebody removes it: ${callbacks}meta/deauthorize`,
        'Request the permissions pages_show_list, pages_read_engagement, pages_manage_posts and read_insights.',
        'For Pages of other people request Advanced Access (App Review and business verification) and switch the app to Live.',
        'Set FACEBOOK_CLIENT_ID and FACEBOOK_CLIENT_SECRET for Postloom and restart it.',
      ];
    case 'twitter':
      return [
        'Open developer.x.com, create a project with an app in it, and choose an access level that may create posts.',
        'In the app open "User authentication settings": type "Web App", permissions "Read and write".',
        `Add this as Callback URI exactly as it stands (X does not take localhost, 127.0.0.1 works): ${redirectUri}`,
        'Note the OAuth 2.0 Client ID and Client Secret (not the API key).',
        'Set X_CLIENT_ID and X_CLIENT_SECRET for Postloom and restart it.',
      ];
    case 'linkedin':
      return [
        'Open developer.linkedin.com, choose My apps, then Create app, and connect it with your company page.',
        'Under Products request "Sign In with LinkedIn using OpenID Connect" and "Share on LinkedIn"; for company pages also the Community Management API.',
        `Under Auth add this as redirect URL exactly as it stands: ${redirectUri}`,
        'Note the Client ID and the Primary Client Secret under Auth.',
        'Set LINKEDIN_CLIENT_ID and LINKEDIN_CLIENT_SECRET for Postloom and restart it; once the Community Management API is granted, also LINKEDIN_COMMUNITY_MANAGEMENT=on.',
      ];
    case 'tiktok':
      return [
        'Open developers.tiktok.com, choose Manage apps, then Connect an app.',
        'Add the products Login Kit and Content Posting API, and switch Direct Post on.',
        `Under Login Kit, Web, add this as redirect URI exactly as it stands: ${redirectUri}`,
        'Request the scopes user.info.basic, user.info.profile, user.info.stats, video.publish and video.list.',
        'Under URL properties verify the address that pictures are fetched from, then submit the app for audit. Until it is audited, posts can only be private: set TIKTOK_PRIVACY_LEVEL=SELF_ONLY.',
        `Under Webhooks enter this as callback URL, so that Postloom learns when a post is public and when somebody removes it: ${callbacks}tiktok/webhook`,
        'Set TIKTOK_CLIENT_ID (the client key) and TIKTOK_CLIENT_SECRET for Postloom and restart it.',
      ];
  }
}
