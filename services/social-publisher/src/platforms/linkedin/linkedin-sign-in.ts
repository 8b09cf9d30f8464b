import type { OutboundResponse } from '@postloom/chassis';
import { asList, asObject, asText, form, jsonObject, READ_TIMEOUT_MS, repeatableCall } from '../http-call.ts';
import type { PlatformHttp } from '../http-call.ts';
import { PlatformError } from '../platform.port.ts';
import type { AuthorizeRequest, ConnectableAccount, Grant, PlatformSignIn, TokenSet } from '../platform.port.ts';
import { appRefused, codeRefused, refreshRefused, unreadable } from '../problems.ts';
import { afterFiveSixths, authorizeLink, renewed, scopesOf, tokenSet } from '../sign-in.ts';
import type { LinkedInClient } from './linkedin-client.ts';
import type { LinkedInSettings } from './linkedin.adapter.ts';

const LABEL = 'LinkedIn';
const TOKEN_SECONDS = 60 * 86_400;
const PAGE = 100;
const MAX_PAGES = 5;
const ACCESS_DENIED = 'ACCESS_DENIED';

const memberScopes = ['openid', 'profile', 'w_member_social'];
/** Only for apps with the Community Management API: requesting it without fails the whole sign-in. */
const organizationScopes = ['w_organization_social', 'r_organization_social', 'rw_organization_admin'];

/** Roles that may post for an organization; the second and third are two spellings of one. */
const postingRoles = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR', 'CONTENT_ADMIN', 'DIRECT_SPONSORED_CONTENT_POSTER'];

const MEMBER_URN = 'urn:li:person:';
export const ORGANIZATION_URN = 'urn:li:organization:';

/** OAuth 2 at LinkedIn: one token acts for the member and for every organization they administer. */
export class LinkedInSignIn implements PlatformSignIn {
  readonly requiredScopes: readonly string[];
  readonly usesPkce = false;
  readonly issuer: string;

  constructor(
    private readonly http: PlatformHttp,
    private readonly linkedIn: LinkedInClient,
    private readonly settings: LinkedInSettings,
    private readonly now: () => Date,
  ) {
    this.issuer = new URL(settings.authorizeUrl).origin;
    this.requiredScopes = settings.hasOrganizations ? [...memberScopes, ...organizationScopes] : memberScopes;
  }

  authorizeUrl(request: AuthorizeRequest): string {
    return authorizeLink(this.settings.authorizeUrl, request, {
      client_id: this.settings.clientId,
      scope: this.requiredScopes.join(' '),
    });
  }

  async exchangeCode(request: { code: string; redirectUri: string }): Promise<Grant> {
    const response = await this.oauth(this.settings.tokenUrl, {
      grant_type: 'authorization_code',
      code: request.code,
      redirect_uri: request.redirectUri,
    });
    if (response.status >= 500) {
      throw new PlatformError(this.linkedIn.problem(response));
    }
    refuseClientError(response);
    if (response.status >= 300) {
      throw codeRefused(LABEL);
    }
    const answer = jsonObject(response);
    const tokens = tokenSet(LABEL, answer, this.now(), TOKEN_SECONDS);
    return { tokens, scopes: scopesOf(answer?.['scope']), grantorId: '' };
  }

  async connectableAccounts(grant: Grant): Promise<readonly ConnectableAccount[]> {
    const { sub, name, picture } = await this.member(grant.tokens);
    const member: ConnectableAccount = {
      remoteId: `${MEMBER_URN}${sub}`,
      name,
      username: sub,
      avatarUrl: picture,
      kind: 'person',
      scopedId: sub,
      tokens: grant.tokens,
      unusable: null,
    };
    if (!this.settings.hasOrganizations) {
      return [member];
    }
    const roles = await this.roles(grant.tokens);
    const described = await this.organizations(grant.tokens, [...roles.keys()]);
    const pages = [...roles].map(([urn, roleNames]) => page(grant.tokens, urn, roleNames, described.get(urn) ?? {}));
    return [member, ...pages.map((one) => ({ ...one, kind: 'page' as const, scopedId: sub }))];
  }

  /** Only apps that LinkedIn enabled for it get refresh tokens; ten of the 60 days are reserved for outages. */
  refreshDueAt(tokens: TokenSet): Date | null {
    return afterFiveSixths(tokens);
  }

  async refresh(tokens: TokenSet): Promise<TokenSet> {
    if (tokens.refreshToken === null) {
      throw new PlatformError(refreshRefused(LABEL));
    }
    const response = await this.oauth(this.settings.tokenUrl, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refreshToken,
    });
    refuseClientError(response);
    if (response.status >= 300) {
      if (response.status === 400 || response.status === 401) {
        throw new PlatformError(refreshRefused(LABEL));
      }
      throw new PlatformError(this.linkedIn.problem(response));
    }
    return renewed(tokenSet(LABEL, jsonObject(response), this.now(), TOKEN_SECONDS), tokens);
  }

  /** Used by clients, not documented: a refusal is only logged. */
  async revoke(tokens: TokenSet): Promise<void> {
    const response = await this.oauth(new URL('revoke', this.settings.tokenUrl).href, { token: tokens.accessToken });
    if (response.status >= 300) {
      throw new PlatformError(this.linkedIn.problem(response));
    }
  }

  private async member(tokens: TokenSet): Promise<{ sub: string; name: string; picture: string | null }> {
    const answer = await this.linkedIn.read({ method: 'GET', path: '/v2/userinfo', token: tokens.accessToken });
    const sub = asText(answer['sub']);
    if (sub === null) {
      throw unreadable(LABEL, 'me_unreadable');
    }
    return { sub, name: asText(answer['name']) ?? sub, picture: asText(answer['picture']) };
  }

  /** Organization URN to the person's roles in it: all roles in one finder, so that an insufficient one can be explained. */
  private async roles(tokens: TokenSet): Promise<Map<string, string[]>> {
    const roles = new Map<string, string[]>();
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await this.linkedIn.read({
        method: 'GET',
        path: `/rest/organizationAcls?q=roleAssignee&state=APPROVED&count=${PAGE}&start=${page * PAGE}`,
        token: tokens.accessToken,
        restliMethod: 'FINDER',
      });
      // A list that ignores `count` must not decide how many calls follow.
      const elements = asList(answer['elements']).slice(0, PAGE);
      for (const element of elements) {
        const urn = asText(element['organization']) ?? asText(element['organizationTarget']);
        const role = asText(element['role']);
        if (urn?.startsWith(ORGANIZATION_URN) !== true || role === null) {
          continue;
        }
        const known = roles.get(urn);
        if (known === undefined) {
          roles.set(urn, [role]);
        } else {
          known.push(role);
        }
      }
      if (elements.length < PAGE) {
        break;
      }
    }
    return roles;
  }

  /** Organizations by URN, a hundred per call. The batch call is closed to apps of the development tier: those read them one by one. */
  private async organizations(
    tokens: TokenSet,
    urns: readonly string[],
  ): Promise<Map<string, Readonly<Record<string, unknown>>>> {
    const described = new Map<string, Readonly<Record<string, unknown>>>();
    const read = (path: string): Promise<Record<string, unknown>> =>
      this.linkedIn.read({ method: 'GET', path: `/rest/organizations${path}`, token: tokens.accessToken });
    for (let from = 0; from < urns.length; from += PAGE) {
      const ids = urns.slice(from, from + PAGE).map((urn) => urn.slice(ORGANIZATION_URN.length));
      try {
        const results = asObject((await read(`?ids=List(${ids.map(encodeURIComponent).join(',')})`))['results']) ?? {};
        for (const id of ids) {
          described.set(`${ORGANIZATION_URN}${id}`, asObject(results[id]) ?? {});
        }
      } catch (error) {
        if (!(error instanceof PlatformError) || error.problem.code !== ACCESS_DENIED) {
          throw error;
        }
        for (const id of ids) {
          described.set(`${ORGANIZATION_URN}${id}`, await read(`/${encodeURIComponent(id)}`));
        }
      }
    }
    return described;
  }

  private oauth(url: string, fields: Record<string, string>): Promise<OutboundResponse> {
    const app = { client_id: this.settings.clientId, client_secret: this.settings.clientSecret };
    return repeatableCall(this.http, LABEL, {
      url,
      method: 'POST',
      timeoutMs: READ_TIMEOUT_MS,
      ...form({ ...fields, ...app }),
    });
  }
}

/** @throws {PlatformError} setup: LinkedIn rejected the app's own credentials, not the person's consent. */
function refuseClientError(response: OutboundResponse): void {
  const error = response.status < 300 ? null : asText(jsonObject(response)?.['error']);
  if (error === 'invalid_client') {
    throw new PlatformError(appRefused(LABEL, error, 'check its client id and secret'));
  }
}

function page(
  tokens: TokenSet,
  urn: string,
  roles: readonly string[],
  described: Readonly<Record<string, unknown>>,
): ConnectableAccount {
  const id = urn.slice(ORGANIZATION_URN.length);
  const name = asText(described['localizedName']) ?? `Page ${id}`;
  return {
    remoteId: urn,
    name,
    username: asText(described['vanityName']) ?? id,
    avatarUrl: null,
    tokens,
    unusable: roles.some((role) => postingRoles.includes(role))
      ? null
      : `You may not create posts for the page "${name}". Ask one of its super admins for the role "Content admin".`,
  };
}
