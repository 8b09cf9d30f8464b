import { asId, asList, asObject, asText, jsonObject, sendOnce } from '../http-call.ts';
import type { PlatformHttp } from '../http-call.ts';
import { PlatformError } from '../platform.port.ts';
import type {
  Delivery,
  Finding,
  PlatformTiming,
  Preparation,
  Removal,
  SavedSteps,
  SaveSteps,
  SendOutcome,
  Sighting,
  SocialPlatform,
} from '../platform.port.ts';
import { checkPhotoCount } from '../problems.ts';
import { afterProcessing, uploadedInOrder, uploadMissing } from '../saved-uploads.ts';
import { ours, seen } from '../sightings.ts';
import { XClient } from './x-client.ts';
import { XInsights } from './x-insights.ts';
import { XMedia } from './x-media.ts';
import { XSignIn } from './x-sign-in.ts';
import { originalText, withoutSchemes } from './x-text.ts';

/** Settings of the X app. */
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
const MAX_PAGES = 10;
const LABEL = 'X';

/** X API v2: authorization code with PKCE, rotating single-use refresh tokens, exact duplicates refused. */
export class XAdapter implements SocialPlatform {
  readonly platform = 'twitter';
  readonly label = LABEL;
  readonly timing: PlatformTiming;
  private readonly x: XClient;
  readonly signIn: XSignIn;
  readonly insights: XInsights;
  private readonly media: XMedia;

  constructor(
    private readonly http: PlatformHttp,
    private readonly settings: XSettings,
    private readonly now: () => Date,
    boundary: () => string,
  ) {
    this.timing = settings.timing;
    this.x = new XClient(http, settings, now);
    this.signIn = new XSignIn(this.x, settings, now);
    this.insights = new XInsights(this.x, now);
    this.media = new XMedia(this.x, now, boundary);
  }

  async prepare(delivery: Delivery, saved: SavedSteps, save: SaveSteps): Promise<Preparation> {
    checkPhotoCount(this, delivery);
    const uploaded = await uploadMissing(delivery, saved, save, {
      nowMs: this.now().getTime(),
      lifeMs: UPLOAD_LIFE_MS,
      upload: (photo) => this.media.upload(delivery, photo),
    });
    return afterProcessing(uploaded, save, (upload) => this.media.processing(delivery, upload.id));
  }

  async send(delivery: Delivery, saved: SavedSteps, guard: () => void): Promise<SendOutcome> {
    const mediaIds = uploadedInOrder(saved, delivery.photoCount);
    if (mediaIds === null) {
      return { kind: 'not_sent', code: 'nothing_prepared' };
    }
    const body = JSON.stringify({
      text: delivery.caption,
      ...(mediaIds.length === 0 ? {} : { media: { media_ids: mediaIds } }),
    });
    const request = {
      url: this.x.url('/2/tweets'),
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
      this.x.note(response, delivery);
      if (response.status >= 300) {
        const isProblem = jsonObject(response) !== null;
        if (response.status >= 500 || !isProblem) {
          return { kind: 'unknown', code: `http_${response.status}` };
        }
        return { kind: 'rejected', problem: this.x.problem(response) };
      }
      const remoteId = asId(asObject(jsonObject(response)?.['data'])?.['id']);
      if (remoteId === null) {
        return { kind: 'unknown', code: `http_${response.status}` };
      }
      return { kind: 'published', remoteId, permalink: this.link(delivery, remoteId) };
    });
  }

  async verify(delivery: Delivery, _steps: SavedSteps, since: Date): Promise<Finding> {
    const wanted = withoutSchemes(delivery.caption);
    const sightings: Sighting[] = [];
    let next: string | null = null;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const url = this.x.url(`/2/users/${delivery.accountRemoteId}/tweets`);
      url.searchParams.set('max_results', '100');
      url.searchParams.set('start_time', `${since.toISOString().slice(0, 19)}Z`);
      url.searchParams.set('tweet.fields', 'created_at,text,entities');
      if (next !== null) {
        url.searchParams.set('pagination_token', next);
      }
      const answer = await this.x.call(delivery.tokens, { path: url, method: 'GET' }, delivery);
      // A partial answer (errors beside or instead of data) must not pass for "not there".
      if (answer['meta'] === undefined || answer['errors'] !== undefined) {
        return { kind: 'unclear', code: 'timeline_unreadable' };
      }
      const listed = asList(answer['data']).map((post) => {
        const remoteId = asId(post['id']);
        const permalink = remoteId === null ? null : this.link(delivery, remoteId);
        return { remoteId, text: originalText(post), at: new Date(asText(post['created_at']) ?? NaN), permalink };
      });
      sightings.push(...ours(listed, since, (text) => text === wanted));
      next = asText(asObject(answer['meta'])?.['next_token']);
      if (next === null) {
        return seen(sightings);
      }
    }
    return sightings.length > 0 ? seen(sightings) : { kind: 'unclear', code: 'timeline_too_long' };
  }

  permalink(delivery: Delivery, remoteId: string): Promise<string | null> {
    return Promise.resolve(this.link(delivery, remoteId));
  }

  async remove(delivery: Delivery, remoteId: string): Promise<Removal> {
    try {
      const request = { path: `/2/tweets/${encodeURIComponent(remoteId)}`, method: 'DELETE' };
      const answer = await this.x.call(delivery.tokens, request, delivery);
      return asObject(answer['data'])?.['deleted'] === true ? { kind: 'removed' } : { kind: 'gone_already' };
    } catch (error) {
      const isGone = error instanceof PlatformError && ['resource-not-found', 'http_404'].includes(error.problem.code);
      if (isGone) {
        return { kind: 'gone_already' };
      }
      throw error;
    }
  }

  private link(delivery: Delivery, remoteId: string): string {
    return `${this.settings.webUrl}/${delivery.username}/status/${remoteId}`;
  }
}
