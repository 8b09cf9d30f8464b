import Bowser from 'bowser';

const UNKNOWN = 'Unknown device';

/** 'Chrome on Windows', 'Safari on iPhone': a browser's own words about itself, in a person's. */
export function deviceName(userAgent: string): string {
  if (userAgent.trim() === '') {
    return UNKNOWN;
  }
  const { browser, os, platform } = Bowser.parse(userAgent);
  const device = platform.model === 'iPhone' || platform.model === 'iPad' ? platform.model : os.name;
  if (browser.name && device) {
    return `${browser.name} on ${device}`;
  }
  // The library answers an empty name for what it does not know.
  return [browser.name, device].find(Boolean) ?? UNKNOWN;
}
