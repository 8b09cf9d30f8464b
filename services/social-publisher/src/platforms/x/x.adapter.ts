import type { HttpClient, OutboundRequest, OutboundResponse } from '@postloom/chassis';
import {
  asId,
  asList,
  asObject,
  asText,
  jsonObject,
  multipart,
  READ_TIMEOUT_MS,
  repeatableCall,
  sendOnce,
  UPLOAD_TIMEOUT_MS,
} from '../http-call.ts';
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
  Sighting,
  SocialPlatform,
  TokenSet,
} from '../platform.port.ts';
import { isRefusedToken, xBudget, xProblem } from './x-errors.ts';
import { orderOf, originalText, uploadsOf, withoutSchemes } from './x-steps.ts';
import type { Upload } from './x-steps.ts';

/** Settings of the X app (platform-apis 4). */
export interface XSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  /** Host, without `/2`. */
  readonly apiUrl: string;
  /** Where X shows posts, for permalinks. */
  readonly webUrl: string;
  readonly timing: PlatformTiming;
}

/** Uploaded media ids live 24 hours. */
const UPLOAD_LIFE_MS = 20 * 3_600_000;
/** An access token lives two hours; refreshed when ten minutes are left. */
const REFRESH_BEFORE_MS = 10 * 60_000;
const MAX_PAGES = 10;
const LABEL = 'X';

/** X API v2: authorization code with PKCE, rotating single-use refresh tokens, exact duplicates refused. */
export class XAdapter implements SocialPlatform {
  readonly platform = 'twitter';
  readonly label = LABEL;
  readonly requiredScopes = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];
  readonly usesPkce = true;
  readonly issuer: string;
  readonly timing: PlatformTiming;

  constructor(
    private readonly http: HttpClient,
    private readonly settings: XSettings,
    private readonly now: () => Date,
    private readonly boundary: () => string,
  ) {
    this.issuer = new URL(settings.authorizeUrl).origin;
    this.timing = settings.timing;
  }

  authorizeUrl(request: AuthorizeRequest): string {
    const url = new URL(this.settings.authorizeUrl);
    url.searchParams.set('response_type', 'code');
    url.searchParams.set('client_id', this.settings.clientId);
    url.searchParams.set('redirect_uri', request.redirectUri);
    url.searchParams.set('scope', this.requiredScopes.join(' '));
    url.searchParams.set('state', request.state);
    url.searchParams.set('code_challenge', request.codeChallenge);
    url.searchParams.set('code_challenge_method', 'S256');
    return url.href;
  }

  async exchangeCode(request: { code: string; redirectUri: string; verifier: string }): Promise<Grant> {
    const response = await this.tokenCall({
      grant_type: 'authorization_code',
      code: request.code,
      redirect_uri: request.redirectUri,
      code_verifier: request.verifier,
    });
    if (response.status >= 500) throw new PlatformError(xProblem(response, this.nowMs()));
    if (response.status >= 300) {
      throw new PlatformError({
        kind: 'refused',
        code: 'code_refused',
        message: 'X did not accept this sign-in. Please connect again.',
      });
    }
    const tokens = this.tokensOf(response);
    return { tokens, scopes: (asText(jsonObject(response)?.['scope']) ?? '').split(/\s+/), grantorId: '' };
  }

  async connectableAccounts(grant: Grant): Promise<readonly ConnectableAccount[]> {
    const answer = await this.call(grant.tokens, {
      url: `${this.settings.apiUrl}/2/users/me?user.fields=profile_image_url`,
      method: 'GET',
      timeoutMs: READ_TIMEOUT_MS,
    });
    const me = asObject(answer['data']);
    const remoteId = asId(me?.['id']);
    const username = asText(me?.['username']);
    if (remoteId === null || username === null) {
      throw new PlatformError({
        kind: 'transient',
        code: 'me_unreadable',
        message: 'X did not say which account this is.',
      });
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
    if (tokens.refreshToken === null || tokens.expiresAt === null) return null;
    return new Date(Date.parse(tokens.expiresAt) - REFRESH_BEFORE_MS);
  }

  async refresh(tokens: TokenSet): Promise<TokenSet> {
    const dead = {
      kind: 'reconnect',
      code: 'refresh_refused',
      message: 'X ended the connection. Reconnect the account, waiting posts follow by themselves.',
    } as const;
    if (tokens.refreshToken === null) throw new PlatformError(dead);
    const response = await this.tokenCall({ grant_type: 'refresh_token', refresh_token: tokens.refreshToken });
    if (isRefusedToken(response)) throw new PlatformError(dead);
    if (response.status >= 300) {
      const problem = xProblem(response, this.nowMs());
      throw new PlatformError(
        response.status === 401
          ? {
              kind: 'setup',
              code: 'client_refused',
              message: 'X refuses the app of this installation. Whoever runs it must check its client id and secret.',
            }
          : problem,
      );
    }
    return this.tokensOf(response);
  }

  async prepare(
    delivery: Delivery,
    saved: SavedSteps,
    save: (steps: SavedSteps) => Promise<void>,
  ): Promise<Preparation> {
    if (delivery.photoCount === 0) return { kind: 'ready' };
    const uploads = { ...uploadsOf(saved) };
    const limit = this.nowMs() - UPLOAD_LIFE_MS;
    const isFresh = (upload: Upload | undefined): upload is Upload =>
      upload !== undefined && Date.parse(upload.at) > limit;
    let order = orderOf(saved);
    if (Object.values(uploads).filter(isFresh).length < delivery.photoCount) {
      const photos = await delivery.photos();
      order = photos.map((photo) => photo.photoId);
      for (const photo of photos) {
        if (isFresh(uploads[photo.photoId])) continue;
        const upload = await this.upload(delivery, photo);
        uploads[photo.photoId] = upload;
        await save({ uploads, order });
        await this.describe(delivery, upload.id, photo.altText);
      }
    }
    for (const [photo, upload] of Object.entries(uploads)) {
      if (upload.isReady) continue;
      const seconds = await this.processing(delivery, upload.id);
      if (seconds !== null) return { kind: 'processing', seconds };
      uploads[photo] = { ...upload, isReady: true };
    }
    await save({ uploads, order });
    return { kind: 'ready' };
  }

  async send(delivery: Delivery, saved: SavedSteps, guard: () => void): Promise<SendOutcome> {
    const uploads = uploadsOf(saved);
    const mediaIds = orderOf(saved).flatMap((photo) => uploads[photo]?.id ?? []);
    if (mediaIds.length < delivery.photoCount) return { kind: 'not_sent', code: 'nothing_prepared' };
    const body = JSON.stringify({
      text: delivery.caption,
      ...(mediaIds.length === 0 ? {} : { media: { media_ids: mediaIds } }),
    });
    const request = {
      url: `${this.settings.apiUrl}/2/tweets`,
      method: 'POST',
      timeoutMs: this.timing.callTimeoutMs,
      headers: {
        authorization: `Bearer ${delivery.tokens.accessToken}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body,
      beforeSend: guard,
    };
    return sendOnce(this.http, request, (response) => {
      this.note(response, delivery);
      if (response.status >= 300) {
        const isProblem = jsonObject(response) !== null;
        if (response.status >= 500 || !isProblem) return { kind: 'unknown', code: `http_${response.status}` };
        return { kind: 'rejected', problem: xProblem(response, this.nowMs()) };
      }
      const remoteId = asId(asObject(jsonObject(response)?.['data'])?.['id']);
      if (remoteId === null) return { kind: 'unknown', code: `http_${response.status}` };
      return { kind: 'published', remoteId, permalink: this.link(delivery, remoteId) };
    });
  }

  async verify(delivery: Delivery, _steps: SavedSteps, since: Date): Promise<Finding> {
    const wanted = withoutSchemes(delivery.caption);
    const sightings: Sighting[] = [];
    let next: string | null = null;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const url = new URL(`${this.settings.apiUrl}/2/users/${delivery.accountRemoteId}/tweets`);
      url.searchParams.set('max_results', '100');
      url.searchParams.set('start_time', `${since.toISOString().slice(0, 19)}Z`);
      url.searchParams.set('tweet.fields', 'created_at,text,entities');
      if (next !== null) url.searchParams.set('pagination_token', next);
      const answer = await this.call(delivery.tokens, { url, method: 'GET', timeoutMs: READ_TIMEOUT_MS }, delivery);
      // Half an answer (errors beside or instead of data) must not pass for "not there".
      if (answer['meta'] === undefined) return { kind: 'unclear', code: 'timeline_unreadable' };
      for (const post of asList(answer['data'])) {
        const remoteId = asId(post['id']);
        const at = new Date(asText(post['created_at']) ?? NaN);
        if (remoteId !== null && at >= since && originalText(post) === wanted) {
          sightings.push({ remoteId, at, permalink: this.link(delivery, remoteId) });
        }
      }
      next = asText(asObject(answer['meta'])?.['next_token']);
      if (next === null)
        return { kind: 'seen', sightings: sightings.sort((one, other) => one.at.getTime() - other.at.getTime()) };
    }
    return sightings.length > 0 ? { kind: 'seen', sightings } : { kind: 'unclear', code: 'timeline_too_long' };
  }

  permalink(delivery: Delivery, remoteId: string): Promise<string | null> {
    return Promise.resolve(this.link(delivery, remoteId));
  }

  async revoke(tokens: TokenSet): Promise<void> {
    // The refresh token ends the whole consent; the access token alone would leave it alive.
    const response = await this.basic('/2/oauth2/revoke', { token: tokens.refreshToken ?? tokens.accessToken });
    if (response.status >= 300) throw new PlatformError(xProblem(response, this.nowMs()));
  }

  private link(delivery: Delivery, remoteId: string): string {
    return `${this.settings.webUrl}/${delivery.username}/status/${remoteId}`;
  }

  private async upload(delivery: Delivery, photo: PublishPhoto): Promise<Upload> {
    const { body, headers } = multipart(
      this.boundary(),
      { media_category: 'tweet_image' },
      { field: 'media', filename: 'photo.jpg', mimeType: photo.mimeType, bytes: await photo.load() },
    );
    const answer = await this.call(
      delivery.tokens,
      { url: `${this.settings.apiUrl}/2/media/upload`, method: 'POST', body, headers, timeoutMs: UPLOAD_TIMEOUT_MS },
      delivery,
    );
    const data = asObject(answer['data']);
    const id = asId(data?.['id']);
    if (id === null)
      throw new PlatformError({
        kind: 'transient',
        code: 'no_media_id',
        message: 'X gave an answer that we could not read.',
      });
    return { id, at: this.now().toISOString(), isReady: asObject(data?.['processing_info']) === null };
  }

  /** The description is an extra: without it the post still goes out. */
  private async describe(delivery: Delivery, mediaId: string, altText: string | null): Promise<void> {
    if (altText === null || altText === '') return;
    try {
      await this.call(delivery.tokens, {
        url: `${this.settings.apiUrl}/2/media/metadata`,
        method: 'POST',
        timeoutMs: READ_TIMEOUT_MS,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: mediaId, metadata: { alt_text: { text: altText.slice(0, 1_000) } } }),
      });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
    }
  }

  /** Seconds to wait, or null when the picture is ready. */
  private async processing(delivery: Delivery, mediaId: string): Promise<number | null> {
    const url = new URL(`${this.settings.apiUrl}/2/media/upload`);
    url.searchParams.set('command', 'STATUS');
    url.searchParams.set('media_id', mediaId);
    const answer = await this.call(delivery.tokens, { url, method: 'GET', timeoutMs: READ_TIMEOUT_MS }, delivery);
    const info = asObject(asObject(answer['data'])?.['processing_info']);
    const state = asText(info?.['state']);
    if (state === null || state === 'succeeded') return null;
    if (state === 'failed')
      throw new PlatformError({
        kind: 'refused',
        code: 'media_failed',
        message: 'X refused the picture: it could not be processed. Save it again as JPEG, then retry.',
      });
    const seconds = info?.['check_after_secs'];
    return typeof seconds === 'number' && seconds > 0 ? seconds : 1;
  }

  private async call(
    tokens: TokenSet,
    request: OutboundRequest,
    delivery?: Delivery,
  ): Promise<Record<string, unknown>> {
    const headers = { accept: 'application/json', ...request.headers, authorization: `Bearer ${tokens.accessToken}` };
    const response = await repeatableCall(this.http, LABEL, { ...request, headers });
    this.note(response, delivery);
    if (response.status >= 300) throw new PlatformError(xProblem(response, this.nowMs()));
    const body = jsonObject(response);
    if (body === null)
      throw new PlatformError({
        kind: 'transient',
        code: 'unreadable',
        message: 'X gave an answer that we could not read.',
      });
    return body;
  }

  private tokenCall(fields: Record<string, string>): Promise<OutboundResponse> {
    return this.basic('/2/oauth2/token', fields);
  }

  private basic(path: string, fields: Record<string, string>): Promise<OutboundResponse> {
    const pair = `${encodeURIComponent(this.settings.clientId)}:${encodeURIComponent(this.settings.clientSecret)}`;
    return repeatableCall(this.http, LABEL, {
      url: `${this.settings.apiUrl}${path}`,
      method: 'POST',
      timeoutMs: READ_TIMEOUT_MS,
      headers: {
        authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(fields).toString(),
    });
  }

  private tokensOf(response: OutboundResponse): TokenSet {
    const body = jsonObject(response);
    const accessToken = asText(body?.['access_token']);
    if (accessToken === null)
      throw new PlatformError({
        kind: 'transient',
        code: 'no_token',
        message: 'X gave an answer that we could not read.',
      });
    const seconds = body?.['expires_in'];
    return {
      accessToken,
      refreshToken: asText(body?.['refresh_token']),
      grantToken: null,
      issuedAt: this.now().toISOString(),
      expiresAt: new Date(this.nowMs() + (typeof seconds === 'number' ? seconds : 7_200) * 1_000).toISOString(),
    };
  }

  private note(response: OutboundResponse, delivery: Delivery | undefined): void {
    const note = xBudget(response.headers, this.nowMs());
    if (note && delivery && response.status < 300) delivery.budget(note);
  }

  private nowMs(): number {
    return this.now().getTime();
  }
}
