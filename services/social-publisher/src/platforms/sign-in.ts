import { asText } from './http-call.ts';
import type { TokenSet } from './platform.port.ts';
import { unreadable } from './problems.ts';

/** What the sign-ins of all platforms share: the link, and how an OAuth 2 token answer becomes tokens. */

export function authorizeLink(base: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(base);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Scopes come as a list, or as text separated by commas or spaces. */
export function scopesOf(value: unknown): string[] {
  const listed = Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
  return listed.length > 0 ? listed : (asText(value) ?? '').split(/[,\s]+/).filter((scope) => scope !== '');
}

/**
 * `{access_token, expires_in?, refresh_token?, refresh_token_expires_in? | refresh_expires_in?}`. `defaultSeconds`: life of a
 * token whose answer names none; null: it has no end. @throws {PlatformError} transient, when there is no token in it
 */
export function tokenSet(
  label: string,
  answer: Readonly<Record<string, unknown>> | null,
  now: Date,
  defaultSeconds: number | null,
): TokenSet {
  const accessToken = asText(answer?.['access_token']);
  if (accessToken === null) throw unreadable(label, 'no_token');
  const after = (seconds: unknown, otherwise: number | null): string | null => {
    const life = typeof seconds === 'number' && seconds > 0 ? seconds : otherwise;
    return life === null ? null : new Date(now.getTime() + life * 1_000).toISOString();
  };
  const refreshToken = asText(answer?.['refresh_token']);
  const refreshLife = answer?.['refresh_token_expires_in'] ?? answer?.['refresh_expires_in'];
  return {
    accessToken,
    refreshToken,
    grantToken: null,
    issuedAt: now.toISOString(),
    expiresAt: after(answer?.['expires_in'], defaultSeconds),
    ...(refreshToken === null || refreshLife === undefined ? {} : { refreshExpiresAt: after(refreshLife, null) }),
  };
}
