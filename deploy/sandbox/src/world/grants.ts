import { createHash } from 'node:crypto';
import type { PlatformName } from '../platforms/definitions.ts';
import type { Collection } from '../store/state-store.ts';
import { secret } from './ids.ts';

/** A person's consent: which accounts, which permissions. All tokens that come from it end with it. */
export interface Grant {
  readonly id: string;
  readonly platform: PlatformName;
  readonly accountIds: readonly string[];
  readonly scopes: readonly string[];
  readonly declined: readonly string[];
  readonly revoked: boolean;
}

/** A PKCE challenge; `S256-hex` is TikTok's form of S256 for desktop programs. */
export interface Challenge {
  readonly method: 'S256' | 'S256-hex' | 'plain';
  readonly value: string;
}

export interface AuthorizationCode {
  readonly code: string;
  readonly grantId: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: Challenge | null;
  readonly expiresAt: number;
  readonly used: boolean;
}

export interface Token {
  readonly token: string;
  readonly platform: PlatformName;
  readonly grantId: string;
  readonly use: 'short' | 'long' | 'page' | 'access' | 'refresh';
  /** The account the token speaks for; null for a Facebook user. */
  readonly accountId: string | null;
  readonly issuedAt: number;
  /** Milliseconds of the token clock; null: no expiry. */
  readonly expiresAt: number | null;
  readonly used: boolean;
}

/** Why a code was refused. */
export type CodeProblem = 'unknown' | 'used' | 'expired' | 'client' | 'redirect' | 'verifier';

/** Codes, grants and tokens of all platforms. */
export class Grants {
  readonly #grants: Collection<Grant>;
  readonly #codes: Collection<AuthorizationCode>;
  readonly #tokens: Collection<Token>;
  readonly #now: () => number;

  /** `now` is the token clock in milliseconds. */
  constructor(
    grants: Collection<Grant>,
    codes: Collection<AuthorizationCode>,
    tokens: Collection<Token>,
    now: () => number,
  ) {
    this.#grants = grants;
    this.#codes = codes;
    this.#tokens = tokens;
    this.#now = now;
  }

  async consent(consent: Omit<Grant, 'id' | 'revoked'>): Promise<Grant> {
    const grant: Grant = { ...consent, id: secret('g'), revoked: false };
    await this.#grants.set(grant.id, grant);
    return grant;
  }

  async issueCode(code: Omit<AuthorizationCode, 'expiresAt' | 'used'>, lifeSeconds: number): Promise<void> {
    await this.#codes.set(code.code, { ...code, used: false, expiresAt: this.#now() + lifeSeconds * 1000 });
  }

  /**
   * Redeems a code. A code works once; a wrong verifier uses it up as well, so the verifier cannot be guessed.
   */
  async redeem(
    platform: PlatformName,
    attempt: { code: string; clientId: string; redirectUri: string; verifier?: string | undefined },
  ): Promise<Grant | CodeProblem> {
    const code = this.#codes.get(attempt.code);
    const grant = code && this.#grants.get(code.grantId);
    if (!code || !grant || grant.platform !== platform) {
      return 'unknown';
    }
    if (code.used) {
      return 'used';
    }
    if (this.#now() > code.expiresAt) {
      return 'expired';
    }
    if (code.clientId !== attempt.clientId) {
      return 'client';
    }
    if (code.redirectUri !== attempt.redirectUri) {
      return 'redirect';
    }
    await this.#codes.set(code.code, { ...code, used: true });
    if (code.challenge && challengeOf(code.challenge.method, attempt.verifier ?? '') !== code.challenge.value) {
      return 'verifier';
    }
    return grant;
  }

  async issueToken(
    token: Omit<Token, 'token' | 'issuedAt' | 'expiresAt' | 'used'>,
    prefix: string,
    lifeSeconds: number | null,
  ): Promise<Token> {
    const issuedAt = this.#now();
    const full: Token = {
      ...token,
      token: secret(prefix),
      issuedAt,
      expiresAt: lifeSeconds === null ? null : issuedAt + lifeSeconds * 1000,
      used: false,
    };
    await this.#tokens.set(full.token, full);
    return full;
  }

  /** The token as it was issued, dead or alive. */
  token(platform: PlatformName, value: string | undefined): Token | undefined {
    const token = value === undefined ? undefined : this.#tokens.get(value);
    return token?.platform === platform ? token : undefined;
  }

  grant(token: Token): Grant | undefined {
    return this.#grants.get(token.grantId);
  }

  expired(token: Token): boolean {
    return token.expiresAt !== null && this.#now() > token.expiresAt;
  }

  /** The person removes the app: every token of the grant is dead. */
  async revoke(grantId: string): Promise<void> {
    const grant = this.#grants.get(grantId);
    if (grant) {
      await this.#grants.set(grantId, { ...grant, revoked: true });
    }
  }

  /** The same by one of its tokens, dead or alive; nothing happens when there is no such token. */
  async revokeByToken(platform: PlatformName, value: string | undefined): Promise<void> {
    const token = this.token(platform, value);
    if (token) {
      await this.revoke(token.grantId);
    }
  }

  /** Platform and accounts of every live grant, each pair once. */
  connections(): { platform: PlatformName; accountId: string }[] {
    const seen = new Map<string, { platform: PlatformName; accountId: string }>();
    for (const { platform, accountIds, revoked } of this.#grants.values()) {
      if (revoked) {
        continue;
      }
      for (const accountId of accountIds) {
        seen.set(`${platform}/${accountId}`, { platform, accountId });
      }
    }
    return [...seen.values()];
  }

  /** The live grants in which an account takes part. */
  ofAccount(platform: PlatformName, accountId: string): Grant[] {
    return [...this.#grants.values()].filter(
      (grant) => grant.platform === platform && !grant.revoked && grant.accountIds.includes(accountId),
    );
  }

  /**
   * Redeems a refresh token that works once and returns its grant. One that was used before is somebody else's copy:
   * the whole grant dies with it. null: unknown, expired, used or revoked.
   */
  async redeemRefresh(platform: PlatformName, value: string | undefined): Promise<Grant | null> {
    const token = this.token(platform, value);
    const grant = token && this.grant(token);
    if (!token || !grant || token.use !== 'refresh' || grant.revoked || this.expired(token)) {
      return null;
    }
    if (token.used) {
      await this.revoke(grant.id);
      return null;
    }
    await this.#tokens.set(token.token, { ...token, used: true });
    return grant;
  }

  /** Withdraws one permission. */
  async decline(grantId: string, scope: string): Promise<void> {
    const grant = this.#grants.get(grantId);
    if (!grant) {
      return;
    }
    const scopes = grant.scopes.filter((name) => name !== scope);
    await this.#grants.set(grantId, { ...grant, scopes, declined: [...grant.declined, scope] });
  }

  async forget(token: Token): Promise<void> {
    await this.#tokens.delete(token.token);
  }
}

function challengeOf(method: Challenge['method'], verifier: string): string {
  if (method === 'plain') {
    return verifier;
  }
  return createHash('sha256')
    .update(verifier)
    .digest(method === 'S256' ? 'base64url' : 'hex');
}
