import { asId, asObject, asText, jsonObject } from '../http-call.ts';
import { PlatformError } from '../platform.port.ts';
import type {
  AuthorizeRequest,
  ConnectableAccount,
  Grant,
  PlatformProblem,
  PlatformSignIn,
  TokenSet,
} from '../platform.port.ts';
import { appRefused, codeRefused, refreshRefused, unreadable } from '../problems.ts';
import { authorizeLink, scopesOf, tokenSet } from '../sign-in.ts';
import type { XClient } from './x-client.ts';
import { isRefusedToken } from './x-errors.ts';

const LABEL = 'X';
/** An access token lives two hours; refreshed when ten minutes are left. */
const TOKEN_SECONDS = 7_200;
const REFRESH_BEFORE_MS = 10 * 60_000;

/** OAuth 2 at X: PKCE, Basic authentication, refresh tokens that rotate and work once. */
export class XSignIn implements PlatformSignIn {
  readonly requiredScopes = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];
  readonly usesPkce = true;
  readonly issuer: string;

  constructor(
    private readonly x: XClient,
    private readonly settings: { readonly clientId: string; readonly authorizeUrl: string },
    private readonly now: () => Date,
  ) {
    this.issuer = new URL(settings.authorizeUrl).origin;
  }

  authorizeUrl(request: AuthorizeRequest): string {
    return authorizeLink(this.settings.authorizeUrl, request, {
      client_id: this.settings.clientId,
      scope: this.requiredScopes.join(' '),
      code_challenge: request.codeChallenge,
      code_challenge_method: 'S256',
    });
  }

  async exchangeCode(request: { code: string; redirectUri: string; verifier: string }): Promise<Grant> {
    const response = await this.x.basic('/2/oauth2/token', {
      grant_type: 'authorization_code',
      code: request.code,
      redirect_uri: request.redirectUri,
      code_verifier: request.verifier,
    });
    if (response.status >= 500) {
      throw new PlatformError(this.x.problem(response));
    }
    // Codes are refused with 400: 401 is about the app's own credentials.
    if (response.status === 401) {
      throw new PlatformError(clientRefused());
    }
    if (response.status >= 300) {
      throw codeRefused(LABEL);
    }
    const answer = jsonObject(response);
    const tokens = tokenSet(LABEL, answer, this.now(), TOKEN_SECONDS);
    return { tokens, scopes: scopesOf(answer?.['scope']), grantorId: '' };
  }

  async connectableAccounts(grant: Grant): Promise<readonly ConnectableAccount[]> {
    const answer = await this.x.call(grant.tokens, {
      path: '/2/users/me?user.fields=profile_image_url',
      method: 'GET',
    });
    const me = asObject(answer['data']);
    const remoteId = asId(me?.['id']);
    const username = asText(me?.['username']);
    if (remoteId === null || username === null) {
      throw unreadable(LABEL, 'me_unreadable');
    }
    return [
      {
        remoteId,
        username,
        name: asText(me?.['name']) ?? username,
        avatarUrl: asText(me?.['profile_image_url']),
        tokens: grant.tokens,
        unusable: null,
      },
    ];
  }

  refreshDueAt(tokens: TokenSet): Date | null {
    if (tokens.refreshToken === null || tokens.expiresAt === null) {
      return null;
    }
    return new Date(Date.parse(tokens.expiresAt) - REFRESH_BEFORE_MS);
  }

  async refresh(tokens: TokenSet): Promise<TokenSet> {
    if (tokens.refreshToken === null) {
      throw new PlatformError(refreshRefused(LABEL));
    }
    const response = await this.x.basic('/2/oauth2/token', {
      grant_type: 'refresh_token',
      refresh_token: tokens.refreshToken,
    });
    if (isRefusedToken(response)) {
      throw new PlatformError(refreshRefused(LABEL));
    }
    if (response.status === 401) {
      throw new PlatformError(clientRefused());
    }
    if (response.status >= 300) {
      throw new PlatformError(this.x.problem(response));
    }
    return tokenSet(LABEL, jsonObject(response), this.now(), TOKEN_SECONDS);
  }

  async revoke(tokens: TokenSet): Promise<void> {
    // The refresh token ends the whole consent; the access token alone would leave it alive.
    const response = await this.x.basic('/2/oauth2/revoke', { token: tokens.refreshToken ?? tokens.accessToken });
    if (response.status >= 300) {
      throw new PlatformError(this.x.problem(response));
    }
  }
}

function clientRefused(): PlatformProblem {
  return appRefused(LABEL, 'client_refused', 'check its client id and secret');
}
