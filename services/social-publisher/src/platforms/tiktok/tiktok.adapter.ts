import { asList, asText, comparableText, sendOnce } from '../http-call.ts';
import type { PlatformHttp } from '../http-call.ts';
import { PlatformError } from '../platform.port.ts';
import type {
  Delivery,
  Finding,
  VerifyContext,
  PlatformTiming,
  Preparation,
  Removal,
  SavedSteps,
  SaveSteps,
  SendOutcome,
  Sighting,
  SocialPlatform,
} from '../platform.port.ts';
import { checkPhotoCount, removeThere } from '../problems.ts';
import { ours, seen } from '../sightings.ts';
import { envelopeOf, TikTokClient } from './tiktok-client.ts';
import { failureProblem, tiktokProblem } from './tiktok-errors.ts';
import { TikTokInsights } from './tiktok-insights.ts';
import { TikTokSignIn } from './tiktok-sign-in.ts';
import { creatorOf, picturesOf, privacyFor, publishIdOf } from './tiktok-steps.ts';
import type { PrivacyLevel } from './tiktok-steps.ts';

/** Settings of the TikTok app. URLs without trailing slash. */
export interface TikTokSettings {
  /** TikTok's `client_key`. */
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  /** Host, without `/v2`. */
  readonly apiUrl: string;
  /** Where TikTok shows posts, for permalinks. */
  readonly webUrl: string;
  /** Audience of every post; null: the widest that the creator's settings offer. */
  readonly privacyLevel: PrivacyLevel | null;
  readonly timing: PlatformTiming;
}

/** What a creator allows must be read before every post; a retry soon after may reuse the answer. */
const CREATOR_LIFE_MS = 10 * 60_000;
/** Media's addresses work for an hour, and TikTok needs some of it to fetch them. */
const PICTURES_LIFE_MS = 30 * 60_000;
/** A public post's id is known after moderation, usually within a minute: that long it is waited for. */
const MODERATION_MS = 60_000;
const DESCRIPTION_LIMIT = 4_000;
const MAX_PAGES = 10;
const PAGE = 20;
const LABEL = 'TikTok';
/** Prefix of the name of a post whose id TikTok does not give (private, or still being moderated). */
const PUBLISH_PREFIX = 'publish:';

/**
 * TikTok photo posts. `content/init` is the send: TikTok pulls the pictures from our public URLs and publishes by itself; its `publish_id`
 * leads to the outcome.
 */
export class TikTokAdapter implements SocialPlatform {
  readonly platform = 'tiktok';
  readonly label = LABEL;
  readonly timing: PlatformTiming;
  private readonly tiktok: TikTokClient;
  readonly signIn: TikTokSignIn;
  readonly insights: TikTokInsights;

  constructor(
    private readonly http: PlatformHttp,
    private readonly settings: TikTokSettings,
    private readonly now: () => Date,
  ) {
    this.timing = settings.timing;
    this.tiktok = new TikTokClient(http, settings.apiUrl);
    this.signIn = new TikTokSignIn(http, this.tiktok, settings, now);
    this.insights = new TikTokInsights(this.tiktok);
  }

  async prepare(delivery: Delivery, saved: SavedSteps, save: SaveSteps): Promise<Preparation> {
    checkPhotoCount(this, delivery);
    if (delivery.caption.length > DESCRIPTION_LIMIT) {
      throw new PlatformError({
        kind: 'refused',
        code: 'caption_too_long',
        message: 'TikTok takes at most 4,000 characters of text. Shorten the caption, then retry.',
      });
    }
    // Only their addresses, kept for the call itself: media may answer slowly, and nothing may wait between the intent and the call. A
    // picture that is gone ends the post here, with the reason.
    const at = this.now().toISOString();
    const pictures = { urls: (await delivery.photos()).map((photo) => photo.publicUrl), at };
    if (this.isFresh(creatorOf(saved), CREATOR_LIFE_MS)) {
      if (!this.isFresh(picturesOf(saved), PICTURES_LIFE_MS)) {
        await save({ creator: saved['creator'], pictures });
      }
      return { kind: 'ready' };
    }
    const info = await this.tiktok.call({
      method: 'POST',
      path: '/v2/post/publish/creator_info/query/',
      token: delivery.tokens.accessToken,
    });
    const privacy = privacyFor(info['privacy_level_options'], this.settings.privacyLevel);
    const isCommentOff = info['comment_disabled'] === true;
    await save({ creator: { privacy, isCommentOff, at: this.now().toISOString() }, pictures });
    return { kind: 'ready' };
  }

  async send(delivery: Delivery, saved: SavedSteps, guard: () => void, save: SaveSteps): Promise<SendOutcome> {
    const creator = creatorOf(saved);
    const pictures = picturesOf(saved);
    if (!this.isFresh(creator, CREATOR_LIFE_MS) || !this.isFresh(pictures, PICTURES_LIFE_MS)) {
      return { kind: 'not_sent', code: 'nothing_prepared' };
    }
    const request = this.tiktok.request({
      method: 'POST',
      path: '/v2/post/publish/content/init/',
      token: delivery.tokens.accessToken,
      timeoutMs: this.timing.callTimeoutMs,
      json: {
        // The whole caption is the description: a title (90 characters) would have to be cut out of it.
        post_info: {
          description: delivery.caption,
          privacy_level: creator.privacy,
          disable_comment: creator.isCommentOff,
          auto_add_music: false,
          brand_content_toggle: false,
          brand_organic_toggle: false,
        },
        source_info: {
          source: 'PULL_FROM_URL',
          photo_cover_index: 0,
          photo_images: pictures.urls,
        },
        post_mode: 'DIRECT_POST',
        media_type: 'PHOTO',
      },
    });
    let publishId: string | null = null;
    const outcome = await sendOnce(this.http, { ...request, beforeSend: guard }, (response): SendOutcome => {
      const envelope = envelopeOf(response);
      if (response.status >= 500 || envelope === null) {
        return { kind: 'unknown', code: `http_${response.status}` };
      }
      if (envelope.code === 'ok') {
        publishId = asText(envelope.data['publish_id']);
        return publishId === null
          ? { kind: 'unknown', code: 'no_publish_id' }
          : { kind: 'accepted', code: 'processing' };
      }
      const problem = tiktokProblem(envelope.code, envelope.message);
      return problem.kind === 'transient' ? { kind: 'unknown', code: problem.code } : { kind: 'rejected', problem };
    });
    if (publishId !== null) {
      await save({ ...saved, publishId });
    }
    return outcome;
  }

  async verify(delivery: Delivery, saved: SavedSteps, since: Date, context: VerifyContext): Promise<Finding> {
    const publishId = publishIdOf(saved);
    if (publishId === null) {
      return this.searchList(delivery, since);
    }
    const { status, ids, reason } = await this.status(delivery, publishId);
    switch (status) {
      case 'PUBLISH_COMPLETE': {
        const [remoteId] = ids;
        const ownId = `${PUBLISH_PREFIX}${publishId}`;
        if (remoteId !== undefined) {
          return { ...seen([{ remoteId, at: context.intentAt ?? context.now, permalink: null }]), ownId };
        }
        const isPublic = creatorOf(saved)?.privacy === 'PUBLIC_TO_EVERYONE';
        const waitedMs = context.now.getTime() - (context.intentAt ?? context.now).getTime();
        if (isPublic && context.intentAt !== null && waitedMs < MODERATION_MS) {
          return { kind: 'working', code: 'moderation', seconds: 5 };
        }
        return { kind: 'public_without_id', fallbackId: ownId };
      }
      case 'FAILED':
        return { kind: 'rejected', problem: failureProblem(reason ?? 'failed') };
      case 'PROCESSING_UPLOAD':
      case 'PROCESSING_DOWNLOAD':
        return { kind: 'working', code: 'processing', seconds: 10 };
      default:
        return { kind: 'unclear', code: status ?? 'status_unreadable' };
    }
  }

  async permalink(delivery: Delivery, remoteId: string): Promise<string | null> {
    let videoId = remoteId;
    if (remoteId.startsWith(PUBLISH_PREFIX)) {
      const { ids } = await this.status(delivery, remoteId.slice(PUBLISH_PREFIX.length));
      if (ids[0] === undefined) {
        return null;
      }
      [videoId] = ids;
    }
    const data = await this.tiktok.call({
      method: 'POST',
      path: '/v2/video/query/?fields=id,share_url',
      token: delivery.tokens.accessToken,
      json: { filters: { video_ids: [videoId] } },
      timeoutMs: 3_000,
    });
    const found = asList(data['videos'])[0];
    return asText(found?.['share_url']) ?? `${this.settings.webUrl}/@${delivery.username}/video/${videoId}`;
  }

  /** TikTok has no call that deletes. */
  remove(): Promise<Removal> {
    return Promise.resolve(removeThere(LABEL));
  }

  private isFresh<T extends { readonly at: string }>(step: T | null, lifeMs: number): step is T {
    return step !== null && Date.parse(step.at) > this.now().getTime() - lifeMs;
  }

  private async status(
    delivery: Delivery,
    publishId: string,
  ): Promise<{ status: string | null; ids: readonly string[]; reason: string | null }> {
    const data = await this.tiktok.call({
      method: 'POST',
      path: '/v2/post/publish/status/fetch/',
      token: delivery.tokens.accessToken,
      json: { publish_id: publishId },
    });
    // The misspelling is TikTok's.
    const ids = data['publicaly_available_post_id'];
    return {
      status: asText(data['status']),
      ids: Array.isArray(ids) ? (ids as unknown[]).filter((id) => id !== null).map(String) : [],
      reason: asText(data['fail_reason']),
    };
  }

  /**
   * The answer to `content/init` was lost. The list shows public posts after moderation only: what is in it is ours, but what is missing
   * may still come, so "not there" is never reported.
   */
  private async searchList(delivery: Delivery, since: Date): Promise<Finding> {
    const wanted = comparableText(delivery.caption);
    const sightings: Sighting[] = [];
    let cursor: number | null = null;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const data: Readonly<Record<string, unknown>> = await this.tiktok.call({
        method: 'POST',
        path: '/v2/video/list/?fields=id,title,video_description,create_time,share_url',
        token: delivery.tokens.accessToken,
        json: { max_count: PAGE, ...(cursor === null ? {} : { cursor }) },
      });
      const listed = asList(data['videos']).map((video) => ({
        remoteId: asText(video['id']),
        text: asText(video['video_description']) ?? asText(video['title']) ?? '',
        at: new Date(typeof video['create_time'] === 'number' ? video['create_time'] * 1_000 : NaN),
        permalink: asText(video['share_url']),
      }));
      sightings.push(...ours(listed, since, (text) => comparableText(text) === wanted));
      const last = listed.at(-1);
      const next = data['cursor'];
      if (data['has_more'] !== true || typeof next !== 'number' || last === undefined || last.at < since) {
        break;
      }
      cursor = next;
    }
    return sightings.length > 0 ? seen(sightings) : { kind: 'unclear', code: 'not_listed' };
  }
}
