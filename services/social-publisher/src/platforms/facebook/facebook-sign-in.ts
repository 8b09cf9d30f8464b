import { accountMessages } from '@postloom/contracts';
import { asId, asList, asObject, asText } from '../http-call.ts';
import { hasNextPage, nextCursor } from '../graph/graph-client.ts';
import type { GraphClient } from '../graph/graph-client.ts';
import { bareCode, graphToken } from '../graph/graph-sign-in.ts';
import { PlatformError } from '../platform.port.ts';
import type { AuthorizeRequest, ConnectableAccount, Grant, PlatformSignIn, TokenSet } from '../platform.port.ts';
import { refreshRefused } from '../problems.ts';
import { authorizeLink } from '../sign-in.ts';
import type { FacebookSettings } from './facebook.adapter.ts';

const LABEL = 'Facebook';
const PAGE = 100;
const MAX_PAGES = 10;

/** Facebook Login: a person's token leads to the tokens of their Pages. */
export class FacebookSignIn implements PlatformSignIn {
  readonly requiredScopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'];
  readonly usesPkce = false;
  readonly issuer: string;

  constructor(
    private readonly graph: GraphClient,
    private readonly settings: FacebookSettings,
    private readonly now: () => Date,
  ) {
    this.issuer = new URL(settings.authorizeUrl).origin;
  }

  authorizeUrl(request: AuthorizeRequest): string {
    return authorizeLink(this.settings.authorizeUrl, request, {
      client_id: this.settings.clientId,
      scope: [...this.requiredScopes, 'read_insights'].join(','),
      // Permissions that were declined before are only requested again with this.
      auth_type: 'rerequest',
    });
  }

  async exchangeCode(request: { code: string; redirectUri: string }): Promise<Grant> {
    const app = { client_id: this.settings.clientId, client_secret: this.settings.clientSecret };
    const short = await this.token({ ...app, redirect_uri: request.redirectUri, code: bareCode(request.code) });
    const tokens = await this.token({ ...app, grant_type: 'fb_exchange_token', fb_exchange_token: short.accessToken });
    const [scopes, me] = await Promise.all([
      grantedPermissions(this.graph, tokens.accessToken),
      this.graph.call({ method: 'GET', path: '/me', token: tokens.accessToken, query: { fields: 'id' } }),
    ]);
    return { tokens, scopes, grantorId: asId(me['id']) ?? '' };
  }

  async connectableAccounts(grant: Grant): Promise<readonly ConnectableAccount[]> {
    const accounts: ConnectableAccount[] = [];
    let after: string | null = null;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await this.graph.call({
        method: 'GET',
        path: '/me/accounts',
        token: grant.tokens.accessToken,
        query: {
          fields: 'id,name,username,tasks,access_token,picture{url}',
          limit: String(PAGE),
          ...(after === null ? {} : { after }),
        },
      });
      for (const entry of asList(answer['data']).slice(0, PAGE)) {
        const account = offered(entry, grant);
        if (account) {
          accounts.push(account);
        }
      }
      after = hasNextPage(answer) ? nextCursor(answer) : null;
      if (after === null) {
        break;
      }
    }
    return accounts;
  }

  /** A Page token derived from a long-lived user token has no expiry. */
  refreshDueAt(): Date | null {
    return null;
  }

  refresh(): Promise<TokenSet> {
    return Promise.reject(
      new PlatformError({
        ...refreshRefused(LABEL),
        code: 'no_refresh',
        message: `Facebook ended the connection. ${accountMessages.reconnectPage}`,
      }),
    );
  }

  async revoke(tokens: TokenSet): Promise<void> {
    await this.graph.call({
      method: 'DELETE',
      path: '/me/permissions',
      token: tokens.grantToken ?? tokens.accessToken,
      timeoutMs: 5_000,
    });
  }

  private token(fields: Record<string, string>): Promise<TokenSet> {
    const call = { method: 'POST', path: '/oauth/access_token', fields } as const;
    return graphToken(this.graph, LABEL, call, this.now(), null);
  }
}

/** The person's current permissions: they can be unticked in the consent, and withdrawn later. @throws {PlatformError} */
export async function grantedPermissions(graph: GraphClient, personToken: string): Promise<string[]> {
  const answer = await graph.call({ method: 'GET', path: '/me/permissions', token: personToken });
  return asList(answer['data']).flatMap((entry) =>
    entry['status'] === 'granted' ? (asText(entry['permission']) ?? []) : [],
  );
}

function offered(entry: Record<string, unknown>, grant: Grant): ConnectableAccount | null {
  const remoteId = asId(entry['id']);
  const name = asText(entry['name']);
  const pageToken = asText(entry['access_token']);
  if (remoteId === null || name === null || pageToken === null) {
    return null;
  }
  // Older answers lack `tasks`: then the token itself is the proof.
  const tasks = Array.isArray(entry['tasks']) ? entry['tasks'] : ['CREATE_CONTENT'];
  return {
    remoteId,
    name,
    username: asText(entry['username']) ?? remoteId,
    avatarUrl: asText(asObject(asObject(entry['picture'])?.['data'])?.['url']),
    tokens: { ...grant.tokens, accessToken: pageToken, grantToken: grant.tokens.accessToken, expiresAt: null },
    unusable: tasks.includes('CREATE_CONTENT')
      ? null
      : `You may not create posts on the Page "${name}". Ask its owner for the task "Content".`,
  };
}
