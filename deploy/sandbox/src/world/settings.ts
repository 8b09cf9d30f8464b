/** Behaviour of the outside world that can be changed while the sandbox runs (`PUT /sandbox/settings`). */
export interface SandboxSettings {
  /** `documented`: the platforms' own quotas (Instagram 50 posts a day, X 100 in 15 minutes); `off`: none, for load. */
  quotas: 'documented' | 'off';
  /** `refuse`: Facebook and X refuse identical posts as they do; `allow`: they don't, for controls that must fail. */
  duplicates: 'refuse' | 'allow';
  /** Milliseconds an Instagram container stays IN_PROGRESS. */
  processingMs: number;
  /** Seconds by which the clock that tokens live by is ahead. */
  clockOffsetSeconds: number;
  /** true: Instagram's token answer comes wrapped in `{"data":[...]}` as its documentation prints it. */
  instagramWrappedToken: boolean;
  /** Seconds that an X access token lives. */
  xAccessTokenSeconds: number;
}

export function defaultSettings(): SandboxSettings {
  return {
    quotas: 'documented',
    duplicates: 'refuse',
    processingMs: 0,
    clockOffsetSeconds: 0,
    instagramWrappedToken: false,
    xAccessTokenSeconds: 7200,
  };
}

/** The request to change settings was wrong; the message says how. */
export class SettingsError extends Error {}

/** Applies a partial change; throws SettingsError and changes nothing when a value is wrong. */
export function changedSettings(current: SandboxSettings, value: unknown): SandboxSettings {
  if (typeof value !== 'object' || value === null) throw new SettingsError('The body must be a JSON object.');
  const next = { ...current };
  for (const [key, item] of Object.entries(value)) {
    switch (key) {
      case 'quotas':
        if (item !== 'documented' && item !== 'off') throw new SettingsError("quotas must be 'documented' or 'off'.");
        next.quotas = item;
        break;
      case 'duplicates':
        if (item !== 'refuse' && item !== 'allow') throw new SettingsError("duplicates must be 'refuse' or 'allow'.");
        next.duplicates = item;
        break;
      case 'instagramWrappedToken':
        if (typeof item !== 'boolean') throw new SettingsError('instagramWrappedToken must be true or false.');
        next.instagramWrappedToken = item;
        break;
      case 'processingMs':
      case 'clockOffsetSeconds':
      case 'xAccessTokenSeconds':
        if (typeof item !== 'number' || !(item >= 0)) throw new SettingsError(`${key} must be a number, 0 or more.`);
        next[key] = item;
        break;
      default:
        throw new SettingsError(`Unknown setting '${key}'. Known are: ${Object.keys(current).join(', ')}.`);
    }
  }
  return next;
}
