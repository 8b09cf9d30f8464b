import type { HttpClient } from '@postloom/chassis';
import { asId, asList, asObject, asText, comparableText, multipart, UPLOAD_TIMEOUT_MS } from '../http-call.ts';
import { GraphClient } from '../graph/graph-client.ts';
import { PlatformError } from '../platform.port.ts';
import type {
  AuthorizeRequest,
  ConnectableAccount,
  Delivery,
  Finding,
  Grant,
  PlatformTiming,
  Preparation,
  SavedSteps,
  SendOutcome,
  SocialPlatform,
  TokenSet,
} from '../platform.port.ts';

/** Settings of the Facebook app (platform-apis 2.2). */
export interface FacebookSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  /** Graph host without version. */
  readonly apiUrl: string;
  readonly version: string;
  readonly timing: PlatformTiming;
}

interface Upload {
  readonly id: string;
  readonly at: string;
}

/** Unpublished photos disappear after about 24 hours; older ones are uploaded again. */
const UPLOAD_LIFE_MS = 20 * 3_600_000;
const MAX_PAGES = 10;
const LABEL = 'Facebook';

/**
 * Facebook Pages. Photos are uploaded unpublished first, so that the one call that publishes is short and the same for
 * text, one photo and several.
 */
export class FacebookAdapter implements SocialPlatform {
  readonly platform = 'facebook';
  readonly label = LABEL;
  readonly requiredScopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'];
  readonly usesPkce = false;
  readonly issuer: string;
  readonly timing: PlatformTiming;
  private readonly graph: GraphClient;

  constructor(
    http: HttpClient,
    private readonly settings: FacebookSettings,
    private readonly now: () => Date,
    private readonly boundary: () => string,
  ) {
    this.issuer = new URL(settings.authorizeUrl).origin;
    this.timing = settings.timing;
    this.graph = new GraphClient(http, LABEL, `${settings.apiUrl}/${settings.version}`);
  }

  authorizeUrl(request: AuthorizeRequest): string {
    const url = new URL(this.settings.authorizeUrl);
    url.searchParams.set('client_id', this.settings.clientId);
    url.searchParams.set('redirect_uri', request.redirectUri);
    url.searchParams.set('response_type', 'code');
    url.searchParams.set('scope', [...this.requiredScopes, 'read_insights'].join(','));
    url.searchParams.set('state', request.state);
    // Permissions that were declined before are only asked for again with this.
    url.searchParams.set('auth_type', 'rerequest');
    return url.href;
  }

  async exchangeCode(request: { code: string; redirectUri: string }): Promise<Grant> {
    const app = { client_id: this.settings.clientId, client_secret: this.settings.clientSecret };
    const short = await this.token({
      ...app,
      redirect_uri: request.redirectUri,
      code: request.code.replace(/#_=_$/, ''),
    });
    const tokens = await this.token({ ...app, grant_type: 'fb_exchange_token', fb_exchange_token: short.accessToken });
    const granted = await this.graph.call({ method: 'GET', path: '/me/permissions', token: tokens.accessToken });
    const me = await this.graph.call({
      method: 'GET',
      path: '/me',
      token: tokens.accessToken,
      query: { fields: 'id' },
    });
    const scopes = asList(granted['data']).flatMap((entry) =>
      entry['status'] === 'granted' ? (asText(entry['permission']) ?? []) : [],
    );
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
          limit: '100',
          ...(after === null ? {} : { after }),
        },
      });
      for (const entry of asList(answer['data'])) {
        const account = this.offered(entry, grant);
        if (account) accounts.push(account);
      }
      const paging = asObject(answer['paging']);
      after = paging?.['next'] === undefined ? null : asText(asObject(paging['cursors'])?.['after']);
      if (after === null) break;
    }
    return accounts;
  }

  /** A Page token out of a long-lived user token has no expiry. */
  refreshDueAt(): Date | null {
    return null;
  }

  refresh(): Promise<TokenSet> {
    return Promise.reject(
      new PlatformError({
        kind: 'reconnect',
        code: 'no_refresh',
        message: 'Facebook ended the connection. Reconnect the Page, waiting posts follow by themselves.',
      }),
    );
  }

  async prepare(
    delivery: Delivery,
    saved: SavedSteps,
    save: (steps: SavedSteps) => Promise<void>,
  ): Promise<Preparation> {
    if (delivery.photoCount === 0) return { kind: 'ready' };
    const uploads = { ...read(saved) };
    const limit = this.now().getTime() - UPLOAD_LIFE_MS;
    const isFresh = (upload: Upload | undefined): boolean => upload !== undefined && Date.parse(upload.at) > limit;
    if (Object.values(uploads).filter(isFresh).length >= delivery.photoCount) return { kind: 'ready' };
    const order: string[] = [];
    for (const photo of await delivery.photos()) {
      order.push(photo.photoId);
      if (isFresh(uploads[photo.photoId])) continue;
      const { body, headers } = multipart(
        this.boundary(),
        {
          published: 'false',
          ...(photo.altText === null || photo.altText === '' ? {} : { alt_text_custom: photo.altText }),
        },
        { field: 'source', filename: 'photo.jpg', mimeType: photo.mimeType, bytes: await photo.load() },
      );
      const answer = await this.graph.call(
        {
          method: 'POST',
          path: `/${delivery.accountRemoteId}/photos`,
          token: delivery.tokens.accessToken,
          body,
          headers,
          timeoutMs: UPLOAD_TIMEOUT_MS,
        },
        delivery,
      );
      const id = asId(answer['id']);
      if (id === null)
        throw new PlatformError({
          kind: 'transient',
          code: 'no_photo_id',
          message: 'Facebook gave an answer that we could not read.',
        });
      uploads[photo.photoId] = { id, at: this.now().toISOString() };
      await save({ uploads, order });
    }
    await save({ uploads, order });
    return { kind: 'ready' };
  }

  async send(delivery: Delivery, saved: SavedSteps, guard: () => void): Promise<SendOutcome> {
    const uploads = read(saved);
    const order = Array.isArray(saved['order']) ? saved['order'] : [];
    const attached = order.flatMap((photo) =>
      typeof photo === 'string' && uploads[photo] ? [{ media_fbid: uploads[photo].id }] : [],
    );
    if (attached.length < delivery.photoCount) return { kind: 'not_sent', code: 'nothing_prepared' };
    const outcome = await this.graph.send(
      {
        method: 'POST',
        path: `/${delivery.accountRemoteId}/feed`,
        token: delivery.tokens.accessToken,
        fields: {
          message: delivery.caption,
          fields: 'id,permalink_url',
          ...(attached.length === 0 ? {} : { attached_media: JSON.stringify(attached) }),
        },
      },
      delivery,
      this.timing.callTimeoutMs,
      guard,
    );
    if (outcome.kind !== 'rejected') return outcome;
    // Photos that were posted already: by our own earlier call, or by nobody. Look.
    if (outcome.problem.code === '100/1366051')
      return { kind: 'rejected', problem: { ...outcome.problem, kind: 'duplicate' } };
    if (outcome.problem.code === '100/33' && attached.length > 0) {
      return {
        kind: 'rejected',
        problem: { kind: 'stale', code: '100/33', message: 'Facebook no longer has the uploaded picture.' },
      };
    }
    return outcome;
  }

  async verify(delivery: Delivery, _steps: SavedSteps, since: Date): Promise<Finding> {
    const wanted = comparableText(delivery.caption);
    const sightings = [];
    let after: string | null = null;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await this.graph.call(
        {
          method: 'GET',
          path: `/${delivery.accountRemoteId}/feed`,
          token: delivery.tokens.accessToken,
          query: {
            fields: 'id,message,created_time,permalink_url',
            since: String(Math.floor(since.getTime() / 1_000)),
            limit: '100',
            ...(after === null ? {} : { after }),
          },
        },
        delivery,
      );
      for (const post of asList(answer['data'])) {
        const remoteId = asId(post['id']);
        const at = new Date(asText(post['created_time']) ?? NaN);
        if (remoteId !== null && at >= since && comparableText(asText(post['message']) ?? '') === wanted) {
          sightings.push({ remoteId, at, permalink: asText(post['permalink_url']) });
        }
      }
      const paging = asObject(answer['paging']);
      after = paging?.['next'] === undefined ? null : asText(asObject(paging['cursors'])?.['after']);
      if (after === null)
        return { kind: 'seen', sightings: sightings.sort((one, other) => one.at.getTime() - other.at.getTime()) };
    }
    return sightings.length > 0 ? { kind: 'seen', sightings } : { kind: 'unclear', code: 'feed_too_long' };
  }

  async permalink(delivery: Delivery, remoteId: string): Promise<string | null> {
    const answer = await this.graph.call({
      method: 'GET',
      path: `/${remoteId}`,
      token: delivery.tokens.accessToken,
      query: { fields: 'id,permalink_url' },
      timeoutMs: 3_000,
    });
    return asText(answer['permalink_url']);
  }

  async revoke(tokens: TokenSet): Promise<void> {
    await this.graph.call({
      method: 'DELETE',
      path: '/me/permissions',
      token: tokens.grantToken ?? tokens.accessToken,
      timeoutMs: 5_000,
    });
  }

  private offered(entry: Record<string, unknown>, grant: Grant): ConnectableAccount | null {
    const remoteId = asId(entry['id']);
    const name = asText(entry['name']);
    const pageToken = asText(entry['access_token']);
    if (remoteId === null || name === null || pageToken === null) return null;
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

  private async token(fields: Record<string, string>): Promise<TokenSet> {
    const issuedAt = this.now();
    const answer = await this.graph.call({ method: 'POST', path: '/oauth/access_token', fields });
    const accessToken = asText(answer['access_token']);
    if (accessToken === null)
      throw new PlatformError({
        kind: 'transient',
        code: 'no_token',
        message: 'Facebook gave an answer that we could not read.',
      });
    const seconds = typeof answer['expires_in'] === 'number' ? answer['expires_in'] : null;
    return {
      accessToken,
      refreshToken: null,
      grantToken: null,
      issuedAt: issuedAt.toISOString(),
      expiresAt: seconds === null ? null : new Date(issuedAt.getTime() + seconds * 1_000).toISOString(),
    };
  }
}

function read(steps: SavedSteps): Record<string, Upload> {
  const uploads: Record<string, Upload> = {};
  for (const [photo, value] of Object.entries(asObject(steps['uploads']) ?? {})) {
    const upload = asObject(value);
    const id = asText(upload?.['id']);
    const at = asText(upload?.['at']);
    if (id !== null && at !== null) uploads[photo] = { id, at };
  }
  return uploads;
}
