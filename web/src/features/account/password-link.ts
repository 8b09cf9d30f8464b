import { safeReturnTo } from '#lib/return-to.ts';

const KEY = 'postloom.passwordLink';
/** As long as the mailed link works. */
const MAX_AGE_MS = 3_600_000;

/** Who asked for a link that sets a new password, and where they were going. */
export type PasswordLink = { email: string; returnTo: string };

const unknown: PasswordLink = { email: '', returnTo: '/' };

/**
 * Remembers on this device what the mailed link must not carry. The mail opens in a tab of its own, so the store of the tab that asked
 * would not do.
 */
export function keepPasswordLink(link: PasswordLink): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...link, askedAt: Date.now() }));
  } catch {
    return; // Storage is blocked: the way ends at the start page.
  }
}

/** What was asked for here within the last hour, else an empty address and the start page. */
export function keptPasswordLink(): PasswordLink {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    const age = Date.now() - Number(kept.askedAt);
    if (!(age >= 0 && age < MAX_AGE_MS)) {
      return unknown;
    }
    return {
      email: typeof kept.email === 'string' ? kept.email : '',
      returnTo: safeReturnTo(typeof kept.returnTo === 'string' ? kept.returnTo : null),
    };
  } catch {
    return unknown;
  }
}

/** Somebody has signed in, or out. */
export function forgetPasswordLink(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    return;
  }
}
