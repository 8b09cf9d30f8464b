import type { HttpClient } from '@postloom/chassis';
import {
  asId,
  asList,
  asObject,
  asText,
  comparableText,
  jsonObject,
  READ_TIMEOUT_MS,
  repeatableCall,
} from '../http-call.ts';
import { GraphClient } from '../graph/graph-client.ts';
import { graphProblem } from '../graph/graph-errors.ts';
import { PlatformError } from '../platform.port.ts';
import type {
  AuthorizeRequest,
  ConnectableAccount,
  Delivery,
  Finding,
  Grant,
  PlatformTiming,
  Preparation,
  PublishPhoto,
  SavedSteps,
  SendOutcome,
  SocialPlatform,
  TokenSet,
} from '../platform.port.ts';
import { refusedCode, scopesOf, stepsOf } from './instagram-answers.ts';
import type { Steps } from './instagram-answers.ts';

/** Settings of the Instagram app (platform-apis 1.2). URLs without version and without trailing slash. */
export interface InstagramSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly graphUrl: string;
  /** `v25.0` */
  readonly version: string;
  readonly timing: PlatformTiming;
}

const DAY_MS = 86_400_000;
/** A long-lived token lives 60 days and can be refreshed from its second day on. */
const REFRESH_AFTER_MS = 50 * DAY_MS;
const LABEL = 'Instagram';

/** Instagram API with Instagram Login: the container is the natural key, it can be published once. */
export class InstagramAdapter implements SocialPlatform {
  readonly platform = 'instagram';
  readonly label = LABEL;
  readonly requiredScopes = ['instagram_business_basic', 'instagram_business_content_publish'];
  readonly usesPkce = false;
  readonly issuer: string;
  readonly timing: PlatformTiming;
  private readonly graph: GraphClient;

  constructor(
    private readonly http: HttpClient,
    private readonly settings: InstagramSettings,
    private readonly now: () => Date,
  ) {
    this.issuer = new URL(settings.authorizeUrl).origin;
    this.timing = settings.timing;
    this.graph = new GraphClient(http, LABEL, settings.graphUrl);
  }

  authorizeUrl(request: AuthorizeRequest): string {
    const url = new URL(this.settings.authorizeUrl);
    url.searchParams.set('client_id', this.settings.clientId);
    url.searchParams.set('redirect_uri', request.redirectUri);
    url.searchParams.set('response_type', 'code');
    url.searchParams.set('scope', [...this.requiredScopes, 'instagram_business_manage_insights'].join(','));
    url.searchParams.set('state', request.state);
    // A second account can only be connected when Instagram asks who it is.
    url.searchParams.set('force_reauth', 'true');
    return url.href;
  }

  async exchangeCode(request: { code: string; redirectUri: string }): Promise<Grant> {
    const response = await repeatableCall(this.http, LABEL, {
      url: this.settings.tokenUrl,
      method: 'POST',
      timeoutMs: READ_TIMEOUT_MS,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        client_id: this.settings.clientId,
        client_secret: this.settings.clientSecret,
        grant_type: 'authorization_code',
        redirect_uri: request.redirectUri,
        // Instagram appends `#_` to the redirect; some routes leave it on the code.
        code: request.code.replace(/#_$/, ''),
      }).toString(),
    });
    const body = jsonObject(response);
    const answer = asObject(asList(body?.['data'])[0]) ?? body;
    const short = asText(answer?.['access_token']);
    const grantorId = asId(answer?.['user_id']);
    if (response.status >= 300 || short === null || grantorId === null) throw refusedCode(response);
    const long = await this.longLived(
      { grant_type: 'ig_exchange_token', client_secret: this.settings.clientSecret, access_token: short },
      'access_token',
    );
    return { tokens: long, scopes: scopesOf(answer?.['permissions']), grantorId };
  }

  async connectableAccounts(grant: Grant): Promise<readonly ConnectableAccount[]> {
    const answer = await this.graph.call({
      method: 'GET',
      path: `/${this.settings.version}/me`,
      token: grant.tokens.accessToken,
      query: { fields: 'id,user_id,username,name,account_type,profile_picture_url' },
    });
    const me = asObject(asList(answer['data'])[0]) ?? answer;
    const remoteId = asId(me['user_id']);
    const username = asText(me['username']);
    if (remoteId === null || username === null) {
      throw new PlatformError({
        kind: 'transient',
        code: 'me_unreadable',
        message: 'Instagram did not say which account this is.',
      });
    }
    const kind = (asText(me['account_type']) ?? 'business').toLowerCase();
    return [
      {
        remoteId,
        name: asText(me['name']) ?? username,
        username,
        avatarUrl: asText(me['profile_picture_url']),
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
    return this.longLived({ grant_type: 'ig_refresh_token', access_token: tokens.accessToken }, 'refresh_access_token');
  }

  async prepare(
    delivery: Delivery,
    saved: SavedSteps,
    save: (steps: SavedSteps) => Promise<void>,
  ): Promise<Preparation> {
    let steps = stepsOf(saved);
    if (delivery.photoCount === 0) {
      throw new PlatformError({
        kind: 'refused',
        code: 'photo_needed',
        message: 'Instagram takes no post without a picture. Add one, then retry.',
      });
    }
    const keep = async (next: Steps): Promise<void> => {
      steps = next;
      await save({ ...next });
    };
    if (steps.container === null && delivery.photoCount === 1) {
      const [photo] = await delivery.photos();
      if (photo)
        await keep({ ...steps, container: await this.createItem(delivery, photo, { caption: delivery.caption }) });
    }
    if (steps.container === null) {
      const photos = await delivery.photos();
      for (const photo of photos) {
        if (steps.items[photo.photoId] !== undefined) continue;
        const id = await this.createItem(delivery, photo, { is_carousel_item: 'true' });
        await keep({ ...steps, items: { ...steps.items, [photo.photoId]: id } });
      }
      const children = photos.map((photo) => steps.items[photo.photoId] ?? '');
      for (const child of children) {
        const status = await this.status(delivery, child);
        if (status !== 'FINISHED') return this.notReady(status);
      }
      await keep({
        ...steps,
        container: await this.create(delivery, {
          media_type: 'CAROUSEL',
          children: children.join(','),
          caption: delivery.caption,
        }),
      });
    }
    const status = await this.status(delivery, steps.container ?? '');
    return status === 'FINISHED' ? { kind: 'ready' } : this.notReady(status);
  }

  async send(delivery: Delivery, saved: SavedSteps, guard: () => void): Promise<SendOutcome> {
    const { container } = stepsOf(saved);
    if (container === null) return { kind: 'not_sent', code: 'nothing_prepared' };
    const outcome = await this.graph.send(
      {
        method: 'POST',
        path: `/${this.settings.version}/${delivery.accountRemoteId}/media_publish`,
        token: delivery.tokens.accessToken,
        fields: { creation_id: container },
      },
      delivery,
      this.timing.callTimeoutMs,
      guard,
    );
    // A plain 100 is how Instagram says "this container was published before": the container's status decides.
    if (outcome.kind === 'rejected' && /^100(\/|$)/.test(outcome.problem.code))
      return { kind: 'unknown', code: outcome.problem.code };
    return outcome;
  }

  async verify(delivery: Delivery, saved: SavedSteps, since: Date): Promise<Finding> {
    const { container } = stepsOf(saved);
    const status = container === null ? null : await this.statusOrUnknown(delivery, container);
    if (status !== null && status !== 'UNKNOWN' && status !== 'PUBLISHED') return { kind: 'not_public' };
    const finding = await this.lookInFeed(delivery, since);
    if (status === 'PUBLISHED' && finding.kind === 'seen' && finding.sightings.length === 0) {
      return { kind: 'public_without_id', fallbackId: `container:${container ?? ''}` };
    }
    return finding;
  }

  async permalink(delivery: Delivery, remoteId: string): Promise<string | null> {
    if (remoteId.startsWith('container:')) return null;
    const answer = await this.graph.call({
      method: 'GET',
      path: `/${this.settings.version}/${remoteId}`,
      token: delivery.tokens.accessToken,
      query: { fields: 'id,permalink' },
      timeoutMs: 3_000,
    });
    return asText(answer['permalink']);
  }

  /** Instagram offers no call for it: the person removes the app in Instagram's settings. */
  revoke(): Promise<void> {
    return Promise.resolve();
  }

  private async lookInFeed(delivery: Delivery, since: Date): Promise<Finding> {
    const wanted = comparableText(delivery.caption);
    const answer = await this.graph.call(
      {
        method: 'GET',
        path: `/${this.settings.version}/${delivery.accountRemoteId}/media`,
        token: delivery.tokens.accessToken,
        query: { fields: 'id,caption,permalink,timestamp', limit: '50' },
      },
      delivery,
    );
    const posts = asList(answer['data']);
    const sightings = posts.flatMap((post) => {
      const remoteId = asId(post['id']);
      const at = new Date(asText(post['timestamp']) ?? NaN);
      const same = comparableText(asText(post['caption']) ?? '') === wanted;
      return remoteId !== null && same && at >= since ? [{ remoteId, at, permalink: asText(post['permalink']) }] : [];
    });
    const oldest = new Date(asText(posts.at(-1)?.['timestamp']) ?? NaN);
    if (sightings.length === 0 && posts.length >= 50 && oldest > since)
      return { kind: 'unclear', code: 'feed_too_long' };
    return { kind: 'seen', sightings: sightings.sort((one, other) => one.at.getTime() - other.at.getTime()) };
  }

  private createItem(delivery: Delivery, photo: PublishPhoto, fields: Record<string, string>): Promise<string> {
    return this.create(delivery, {
      image_url: photo.publicUrl,
      ...fields,
      ...(photo.altText === null || photo.altText === '' ? {} : { alt_text: photo.altText.slice(0, 1_000) }),
    });
  }

  private async create(delivery: Delivery, fields: Record<string, string>): Promise<string> {
    const answer = await this.graph.call(
      {
        method: 'POST',
        path: `/${this.settings.version}/${delivery.accountRemoteId}/media`,
        token: delivery.tokens.accessToken,
        fields,
        timeoutMs: 45_000,
      },
      delivery,
    );
    const id = asId(answer['id']);
    if (id === null)
      throw new PlatformError({
        kind: 'transient',
        code: 'no_container_id',
        message: 'Instagram gave an answer that we could not read.',
      });
    return id;
  }

  private async status(delivery: Delivery, container: string): Promise<string> {
    const answer = await this.graph.call(
      {
        method: 'GET',
        path: `/${this.settings.version}/${container}`,
        token: delivery.tokens.accessToken,
        query: { fields: 'status_code,status' },
      },
      delivery,
    );
    const code = asText(answer['status_code']) ?? 'IN_PROGRESS';
    if (code === 'ERROR') {
      const subcode = Number(/2207\d{3}/.exec(asText(answer['status']) ?? '')?.[0] ?? NaN);
      const failure = {
        code: 0,
        subcode: Number.isNaN(subcode) ? null : subcode,
        isTransient: false,
        userMessage: asText(answer['status']),
      };
      const problem = graphProblem(LABEL, failure, {});
      throw new PlatformError(problem.kind === 'transient' ? { ...problem, kind: 'stale' } : problem);
    }
    return code;
  }

  private notReady(status: string): Preparation {
    switch (status) {
      case 'PUBLISHED':
        return { kind: 'published_already' };
      case 'EXPIRED':
        throw new PlatformError({
          kind: 'stale',
          code: 'container_expired',
          message: 'Instagram no longer has the prepared picture.',
        });
      default:
        return { kind: 'processing', seconds: 1 };
    }
  }

  /** A container that Instagram does not know decides nothing: the feed does. */
  private async statusOrUnknown(delivery: Delivery, container: string): Promise<string> {
    try {
      return await this.status(delivery, container);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      switch (error.problem.kind) {
        case 'refused':
        case 'stale':
          return 'UNKNOWN';
        default:
          throw error;
      }
    }
  }

  private async longLived(query: Record<string, string>, path: string): Promise<TokenSet> {
    const issuedAt = this.now();
    const answer = await this.graph.call({ method: 'GET', path: `/${path}`, query });
    const accessToken = asText(answer['access_token']);
    if (accessToken === null)
      throw new PlatformError({
        kind: 'transient',
        code: 'no_token',
        message: 'Instagram gave an answer that we could not read.',
      });
    const seconds = typeof answer['expires_in'] === 'number' ? answer['expires_in'] : 60 * 86_400;
    return {
      accessToken,
      refreshToken: null,
      grantToken: null,
      issuedAt: issuedAt.toISOString(),
      expiresAt: new Date(issuedAt.getTime() + seconds * 1_000).toISOString(),
    };
  }
}
