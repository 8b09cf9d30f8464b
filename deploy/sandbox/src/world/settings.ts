/** Behaviour of the outside world that can be changed while the sandbox runs (`PUT /sandbox/settings`). */
export interface SandboxSettings {
  /** `documented`: the platforms' own quotas (Instagram 50 posts a day, X 100 in 15 minutes); `off`: none, for load. */
  quotas: 'documented' | 'off';
  /** `refuse`: Facebook and X refuse identical posts as they do; `allow`: they don't, for controls that must fail. */
  duplicates: 'refuse' | 'allow';
  /** Milliseconds a picture is worked on: Instagram containers IN_PROGRESS, LinkedIn images and TikTok posts PROCESSING. */
  processingMs: number;
  /** Where the platforms send their messages: `.../api/platform-callbacks`; empty: nowhere. */
  webhookUrl: string;
  /** Seconds by which the clock that tokens live by is ahead. */
  clockOffsetSeconds: number;
  /** true: Instagram's token answer comes wrapped in `{"data":[...]}` as its documentation prints it. */
  instagramWrappedToken: boolean;
  /** Posts an Instagram account may publish in 24 hours: the sources say 25, 50 and 100. */
  instagramPostsPerDay: number;
  /** Calls an account's app may make in an hour at Instagram or Facebook; the usage headers tell the share. */
  metaCallsPerHour: number;
  /** Seconds that an X access token lives. */
  xAccessTokenSeconds: number;
  /** false: the LinkedIn app lacks Community Management, so asking for organization scopes fails the login. */
  linkedinOrganizations: boolean;
  /** false: the LinkedIn app gets no refresh tokens, as most do not. */
  linkedinRefreshTokens: boolean;
  /** false: the TikTok app was not audited; only SELF_ONLY posts. */
  tiktokAudited: boolean;
  /** Address prefixes whose ownership is proven at TikTok; `*` for all. */
  tiktokVerifiedUrls: readonly string[];
  /** Milliseconds of TikTok's moderation: a public post's id is told only after it. */
  tiktokModerationMs: number;
  /** Direct posts of a TikTok creator in 24 hours, across all API clients: "about 15". */
  tiktokPostsPerDay: number;
  /** Milliseconds of the window in which TikTok counts calls. */
  tiktokWindowMs: number;
  /** HTTP status of TikTok's OAuth errors; both 200 and 400 were seen. */
  tiktokOauthErrorStatus: number;
}

export function defaultSettings(): SandboxSettings {
  return {
    quotas: 'documented',
    duplicates: 'refuse',
    processingMs: 0,
    webhookUrl: '',
    clockOffsetSeconds: 0,
    instagramWrappedToken: false,
    instagramPostsPerDay: 50,
    metaCallsPerHour: 4800,
    xAccessTokenSeconds: 7200,
    linkedinOrganizations: true,
    linkedinRefreshTokens: true,
    tiktokAudited: true,
    tiktokVerifiedUrls: ['http://localhost', 'http://127.0.0.1', 'https://localhost', 'https://127.0.0.1'],
    tiktokModerationMs: 1000,
    tiktokPostsPerDay: 15,
    tiktokWindowMs: 60_000,
    tiktokOauthErrorStatus: 200,
  };
}

/** The request to change settings was wrong; the message says how. */
export class SettingsError extends Error {}

/** Applies a partial change; throws SettingsError and changes nothing when a value is wrong. */
export function changedSettings(current: SandboxSettings, value: unknown): SandboxSettings {
  if (typeof value !== 'object' || value === null) {
    throw new SettingsError('The body must be a JSON object.');
  }
  const next = { ...current };
  for (const [key, item] of Object.entries(value)) {
    switch (key) {
      case 'quotas':
        if (item !== 'documented' && item !== 'off') {
          throw new SettingsError("quotas must be 'documented' or 'off'.");
        }
        next.quotas = item;
        break;
      case 'duplicates':
        if (item !== 'refuse' && item !== 'allow') {
          throw new SettingsError("duplicates must be 'refuse' or 'allow'.");
        }
        next.duplicates = item;
        break;
      case 'instagramWrappedToken':
      case 'linkedinOrganizations':
      case 'linkedinRefreshTokens':
      case 'tiktokAudited':
        if (typeof item !== 'boolean') {
          throw new SettingsError(`${key} must be true or false.`);
        }
        next[key] = item;
        break;
      case 'tiktokVerifiedUrls':
        if (!Array.isArray(item) || !item.every((one) => typeof one === 'string')) {
          throw new SettingsError('tiktokVerifiedUrls must be a list of address prefixes.');
        }
        next.tiktokVerifiedUrls = item;
        break;
      case 'webhookUrl':
        if (typeof item !== 'string' || (item !== '' && !/^https?:\/\/[^\s?#]+$/.test(item))) {
          throw new SettingsError('webhookUrl must be an http address without a query, or empty.');
        }
        next.webhookUrl = item;
        break;
      case 'processingMs':
      case 'clockOffsetSeconds':
      case 'instagramPostsPerDay':
      case 'metaCallsPerHour':
      case 'xAccessTokenSeconds':
      case 'tiktokModerationMs':
      case 'tiktokPostsPerDay':
      case 'tiktokWindowMs':
      case 'tiktokOauthErrorStatus':
        if (typeof item !== 'number' || !(item >= 0)) {
          throw new SettingsError(`${key} must be a number, 0 or more.`);
        }
        next[key] = item;
        break;
      default:
        throw new SettingsError(`Unknown setting '${key}'. Known are: ${Object.keys(current).join(', ')}.`);
    }
  }
  return next;
}
