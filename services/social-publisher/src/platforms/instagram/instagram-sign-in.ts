import { asId, asList, asObject, asText, form, jsonObject, READ_TIMEOUT_MS, repeatableCall } from '../http-call.ts';
import type { PlatformHttp } from '../http-call.ts';
import type { GraphClient } from '../graph/graph-client.ts';
import { bareCode, graphToken, LONG_LIVED_SECONDS } from '../graph/graph-sign-in.ts';
import type { AuthorizeRequest, ConnectableAccount, Grant, PlatformSignIn, TokenSet } from '../platform.port.ts';
import { unreadable } from '../problems.ts';
import { authorizeLink, scopesOf } from '../sign-in.ts';
import { refusedCode } from './instagram-answers.ts';
import type { InstagramSettings } from './instagram.adapter.ts';

const DAY_MS = 86_400_000;
/** A long-lived token lives 60 days and can be refreshed from its second day on. */
const REFRESH_AFTER_MS = 50 * DAY_MS;
const LABEL = 'Instagram';

/** Instagram Login: one token, one account. */
export class InstagramSignIn implements PlatformSignIn {
  readonly requiredScopes = ['instagram_business_basic', 'instagram_business_content_publish'];
  readonly usesPkce = false;
  readonly issuer: string;

  constructor(
    private readonly http: PlatformHttp,
    private readonly graph: GraphClient,
    private readonly settings: InstagramSettings,
    private readonly now: () => Date,
  ) {
    this.issuer = new URL(settings.authorizeUrl).origin;
  }

  authorizeUrl(request: AuthorizeRequest): string {
    return authorizeLink(this.settings.authorizeUrl, request, {
      client_id: this.settings.clientId,
      scope: [...this.requiredScopes, 'instagram_business_manage_insights'].join(','),
      // A second account can only be connected when Instagram asks who it is.
      force_reauth: 'true',
    });
  }

  async exchangeCode(request: { code: string; redirectUri: string }): Promise<Grant> {
    const response = await repeatableCall(this.http, LABEL, {
      url: this.settings.tokenUrl,
      method: 'POST',
      timeoutMs: READ_TIMEOUT_MS,
      ...form({
        client_id: this.settings.clientId,
        client_secret: this.settings.clientSecret,
        grant_type: 'authorization_code',
        redirect_uri: request.redirectUri,
        code: bareCode(request.code),
      }),
    });
    const body = jsonObject(response);
    // Documented wrapped in `data`, seen flat: both are understood.
    const answer = asObject(asList(body?.['data'])[0]) ?? body;
    const short = asText(answer?.['access_token']);
    const grantorId = asId(answer?.['user_id']);
    if (response.status >= 300 || short === null || grantorId === null) {
      throw refusedCode(response);
    }
    const tokens = await this.longLived('/access_token', {
      grant_type: 'ig_exchange_token',
      client_secret: this.settings.clientSecret,
      access_token: short,
    });
    return { tokens, scopes: scopesOf(answer?.['permissions']), grantorId };
  }

  async connectableAccounts(grant: Grant): Promise<readonly ConnectableAccount[]> {
    const answer = await this.graph.call({
      method: 'GET',
      path: `/${this.settings.version}/me`,
      token: grant.tokens.accessToken,
      query: { fields: 'id,user_id,username,name,account_type,profile_picture_url' },
    });
    const me = asObject(asList(answer['data'])[0]) ?? answer;
    // `user_id` names the professional account in paths; `id` is only valid inside our app.
    const remoteId = asId(me['user_id']);
    const username = asText(me['username']);
    if (remoteId === null || username === null) {
      throw unreadable(LABEL, 'me_unreadable');
    }
    const scopedId = asId(me['id']);
    const kind = (asText(me['account_type']) ?? 'business').toLowerCase();
    return [
      {
        remoteId,
        name: asText(me['name']) ?? username,
        username,
        avatarUrl: asText(me['profile_picture_url']),
        ...(scopedId === null ? {} : { scopedId }),
        tokens: grant.tokens,
        unusable:
          kind === 'personal'
            ? `@${username} is a personal account. Switch it to a Business or Creator account in the Instagram app, then connect it again.`
            : null,
      },
    ];
  }

  refreshDueAt(tokens: TokenSet): Date | null {
    return tokens.expiresAt === null ? null : new Date(Date.parse(tokens.issuedAt) + REFRESH_AFTER_MS);
  }

  refresh(tokens: TokenSet): Promise<TokenSet> {
    return this.longLived('/refresh_access_token', {
      grant_type: 'ig_refresh_token',
      access_token: tokens.accessToken,
    });
  }

  /** Instagram offers no call for it: the person removes the app in Instagram's settings. */
  revoke(): Promise<void> {
    return Promise.resolve();
  }

  private longLived(path: string, query: Record<string, string>): Promise<TokenSet> {
    return graphToken(this.graph, LABEL, { method: 'GET', path, query }, this.now(), LONG_LIVED_SECONDS);
  }
}
