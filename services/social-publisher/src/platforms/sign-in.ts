import { asText } from './http-call.ts';
import type { AuthorizeRequest, TokenSet } from './platform.port.ts';
import { unreadable } from './problems.ts';

/** Common to the sign-ins of all platforms: the link, how an OAuth 2 token answer becomes tokens, and how those are renewed. */

/** The authorization request of OAuth 2 (RFC 6749, 4.1.1). `own`: the app's id and what only this platform wants. */
export function authorizeLink(base: string, request: AuthorizeRequest, own: Readonly<Record<string, string>>): string {
  const { redirectUri, state } = request;
  const url = new URL(base);
  const query = { response_type: 'code', redirect_uri: redirectUri, state, ...own };
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.set(name, value);
  }
  return url.href;
}

/** Scopes come as a list, or as text separated by commas or spaces. */
export function scopesOf(value: unknown): string[] {
  const listed = Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
  return listed.length > 0 ? listed : (asText(value) ?? '').split(/[,\s]+/).filter((scope) => scope !== '');
}

/**
 * `{access_token, expires_in?, refresh_token?, refresh_token_expires_in? | refresh_expires_in?}`. `defaultSeconds`: life of a token whose
 * answer gives none; null: it never expires. @throws {PlatformError} transient, when there is no token in it
 */
export function tokenSet(
  label: string,
  answer: Readonly<Record<string, unknown>> | null,
  now: Date,
  defaultSeconds: number | null,
): TokenSet {
  const accessToken = asText(answer?.['access_token']);
  if (accessToken === null) {
    throw unreadable(label, 'no_token');
  }
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

/** When five sixths of an access token's life are over: the rest is reserved for outages. Null: it never expires, or cannot be renewed. */
export function afterFiveSixths(tokens: TokenSet): Date | null {
  if (tokens.refreshToken === null || tokens.expiresAt === null) {
    return null;
  }
  const issued = Date.parse(tokens.issuedAt);
  return new Date(issued + ((Date.parse(tokens.expiresAt) - issued) * 5) / 6);
}

/** The tokens after a refresh. An answer without a refresh token leaves the old one in force, until its own end. */
export function renewed(fresh: TokenSet, old: TokenSet): TokenSet {
  if (fresh.refreshToken !== null) {
    return fresh;
  }
  const { refreshToken, refreshExpiresAt } = old;
  return { ...fresh, refreshToken, ...(refreshExpiresAt === undefined ? {} : { refreshExpiresAt }) };
}
