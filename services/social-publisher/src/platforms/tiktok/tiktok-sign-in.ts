import type { OutboundResponse } from '@postloom/chassis';
import { asObject, asText, form, jsonObject, READ_TIMEOUT_MS, repeatableCall } from '../http-call.ts';
import type { PlatformHttp } from '../http-call.ts';
import { PlatformError } from '../platform.port.ts';
import type { AuthorizeRequest, ConnectableAccount, Grant, PlatformSignIn, TokenSet } from '../platform.port.ts';
import { appRefused, codeRefused, ownProblem, refreshRefused, unreadable } from '../problems.ts';
import { afterFiveSixths, authorizeLink, renewed, scopesOf, tokenSet } from '../sign-in.ts';
import type { TikTokClient } from './tiktok-client.ts';
import type { TikTokSettings } from './tiktok.adapter.ts';

const LABEL = 'TikTok';
const TOKEN_SECONDS = 86_400;

/** Login Kit for the web: `client_key`, comma-separated scopes, errors that may come with status 200. */
export class TikTokSignIn implements PlatformSignIn {
  /** `video.list` is how a lost post is found again, `user.info.profile` gives the handle for links. */
  readonly requiredScopes = ['user.info.basic', 'user.info.profile', 'video.publish', 'video.list'];
  /** Required of desktop and mobile apps; the web flow, whose secret stays on the server, goes without. */
  readonly usesPkce = false;
  readonly issuer: string;

  constructor(
    private readonly http: PlatformHttp,
    private readonly tiktok: TikTokClient,
    private readonly settings: TikTokSettings,
    private readonly now: () => Date,
  ) {
    this.issuer = new URL(settings.authorizeUrl).origin;
  }

  authorizeUrl(request: AuthorizeRequest): string {
    // TikTok's own path ends with a slash.
    return authorizeLink(`${this.settings.authorizeUrl.replace(/\/$/, '')}/`, request, {
      client_key: this.settings.clientId,
      scope: [...this.requiredScopes, 'user.info.stats'].join(','),
    });
  }

  async exchangeCode(request: { code: string; redirectUri: string }): Promise<Grant> {
    const response = await this.oauth('/v2/oauth/token/', {
      grant_type: 'authorization_code',
      code: request.code,
      redirect_uri: request.redirectUri,
    });
    const answer = jsonObject(response);
    if (response.status >= 500) {
      throw new PlatformError(ownProblem(LABEL, `http_${response.status}`));
    }
    const error = asText(answer?.['error']);
    refuseClientError(error);
    if (error !== null || response.status >= 300) {
      throw codeRefused(LABEL);
    }
    const tokens = tokenSet(LABEL, answer, this.now(), TOKEN_SECONDS);
    return { tokens, scopes: scopesOf(answer?.['scope']), grantorId: asText(answer?.['open_id']) ?? '' };
  }

  async connectableAccounts(grant: Grant): Promise<readonly ConnectableAccount[]> {
    const data = await this.tiktok.call({
      method: 'GET',
      path: '/v2/user/info/?fields=open_id,avatar_url,display_name,username',
      token: grant.tokens.accessToken,
    });
    const user = asObject(data['user']);
    const remoteId = asText(user?.['open_id']);
    const username = asText(user?.['username']);
    if (remoteId === null || username === null) {
      throw unreadable(LABEL, 'me_unreadable');
    }
    return [
      {
        remoteId,
        username,
        name: asText(user?.['display_name']) ?? username,
        avatarUrl: asText(user?.['avatar_url']),
        tokens: grant.tokens,
        unusable: null,
      },
    ];
  }

  /** Access tokens live 24 hours: four are reserved for outages. */
  refreshDueAt(tokens: TokenSet): Date | null {
    return afterFiveSixths(tokens);
  }

  async refresh(tokens: TokenSet): Promise<TokenSet> {
    if (tokens.refreshToken === null) {
      throw new PlatformError(refreshRefused(LABEL));
    }
    const response = await this.oauth('/v2/oauth/token/', {
      grant_type: 'refresh_token',
      refresh_token: tokens.refreshToken,
    });
    const answer = jsonObject(response);
    if (response.status >= 500) {
      throw new PlatformError(ownProblem(LABEL, `http_${response.status}`));
    }
    const error = asText(answer?.['error']);
    refuseClientError(error);
    if (error !== null || response.status >= 300) {
      throw new PlatformError(refreshRefused(LABEL));
    }
    return renewed(tokenSet(LABEL, answer, this.now(), TOKEN_SECONDS), tokens);
  }

  async revoke(tokens: TokenSet): Promise<void> {
    const response = await this.oauth('/v2/oauth/revoke/', { token: tokens.accessToken });
    const error = asText(jsonObject(response)?.['error']);
    if (response.status >= 300 || error !== null) {
      throw new PlatformError(ownProblem(LABEL, error ?? `http_${response.status}`));
    }
  }

  private oauth(path: string, fields: Record<string, string>): Promise<OutboundResponse> {
    return repeatableCall(this.http, LABEL, {
      url: `${this.settings.apiUrl}${path}`,
      method: 'POST',
      timeoutMs: READ_TIMEOUT_MS,
      ...form({ client_key: this.settings.clientId, client_secret: this.settings.clientSecret, ...fields }),
    });
  }
}

/** @throws {PlatformError} setup: TikTok rejected the app's own credentials, not the person's consent. */
function refuseClientError(error: string | null): void {
  if (error === 'invalid_client') {
    throw new PlatformError(appRefused(LABEL, error, 'check its client key and secret'));
  }
}
