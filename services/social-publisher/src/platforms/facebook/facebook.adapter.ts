import { asId, asList, asText, comparableText, multipart, UPLOAD_TIMEOUT_MS } from '../http-call.ts';
import type { PlatformHttp } from '../http-call.ts';
import { GraphClient, hasNextPage, nextCursor } from '../graph/graph-client.ts';
import { offeredNow } from '../offered-now.ts';
import { PlatformError } from '../platform.port.ts';
import type {
  AccountExamination,
  Delivery,
  ExaminedAccount,
  Finding,
  PlatformTiming,
  Preparation,
  PublishPhoto,
  Removal,
  SavedSteps,
  SaveSteps,
  SendOutcome,
  Sighting,
  SocialPlatform,
  TokenSet,
} from '../platform.port.ts';
import { checkPhotoCount, unreadable, uploadGone } from '../problems.ts';
import { uploadedInOrder, uploadMissing } from '../saved-uploads.ts';
import type { Upload } from '../saved-uploads.ts';
import { ours, seen } from '../sightings.ts';
import { FacebookInsights } from './facebook-insights.ts';
import { FacebookSignIn, grantedPermissions } from './facebook-sign-in.ts';

/** Settings of the Facebook app. */
export interface FacebookSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  /** Graph host without version. */
  readonly apiUrl: string;
  readonly version: string;
  readonly timing: PlatformTiming;
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
  readonly timing: PlatformTiming;
  private readonly graph: GraphClient;
  readonly signIn: FacebookSignIn;
  readonly insights: FacebookInsights;

  constructor(
    http: PlatformHttp,
    settings: FacebookSettings,
    private readonly now: () => Date,
    private readonly boundary: () => string,
  ) {
    this.timing = settings.timing;
    this.graph = new GraphClient(http, LABEL, `${settings.apiUrl}/${settings.version}`);
    this.signIn = new FacebookSignIn(this.graph, settings, now);
    this.insights = new FacebookInsights(this.graph, now);
  }

  async prepare(delivery: Delivery, saved: SavedSteps, save: SaveSteps): Promise<Preparation> {
    checkPhotoCount(this, delivery);
    await uploadMissing(delivery, saved, save, {
      nowMs: this.now().getTime(),
      lifeMs: UPLOAD_LIFE_MS,
      upload: (photo) => this.upload(delivery, photo),
    });
    return { kind: 'ready' };
  }

  async send(delivery: Delivery, saved: SavedSteps, guard: () => void): Promise<SendOutcome> {
    const uploaded = uploadedInOrder(saved, delivery.photoCount);
    if (uploaded === null) {
      return { kind: 'not_sent', code: 'nothing_prepared' };
    }
    const outcome = await this.graph.send(
      {
        method: 'POST',
        path: `/${delivery.accountRemoteId}/feed`,
        token: delivery.tokens.accessToken,
        fields: {
          message: delivery.caption,
          fields: 'id,permalink_url',
          ...(uploaded.length === 0
            ? {}
            : { attached_media: JSON.stringify(uploaded.map((id) => ({ media_fbid: id }))) }),
        },
      },
      delivery,
      this.timing.callTimeoutMs,
      guard,
    );
    if (outcome.kind === 'rejected' && outcome.problem.code === '100/33' && uploaded.length > 0) {
      return { kind: 'rejected', problem: uploadGone(LABEL, '100/33') };
    }
    return outcome;
  }

  async verify(delivery: Delivery, _steps: SavedSteps, since: Date): Promise<Finding> {
    const wanted = comparableText(delivery.caption);
    const sightings: Sighting[] = [];
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
      // Without the list itself the answer proves nothing.
      if (!Array.isArray(answer['data'])) {
        return { kind: 'unclear', code: 'feed_unreadable' };
      }
      const listed = asList(answer['data']).map((post) => ({
        remoteId: asId(post['id']),
        text: asText(post['message']) ?? '',
        at: new Date(asText(post['created_time']) ?? NaN),
        permalink: asText(post['permalink_url']),
      }));
      sightings.push(...ours(listed, since, (text) => comparableText(text) === wanted));
      if (!hasNextPage(answer)) {
        return seen(sightings);
      }
      after = nextCursor(answer);
      if (after === null) {
        break;
      }
    }
    return sightings.length > 0 ? seen(sightings) : { kind: 'unclear', code: 'feed_not_read_to_its_end' };
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

  /** The Page's token is what posts; the person's own token shows which permissions and roles they have, while it lives (60 days). */
  async examine(account: ExaminedAccount, tokens: TokenSet): Promise<AccountExamination> {
    await this.graph.call({ method: 'GET', path: '/me', token: tokens.accessToken, query: { fields: 'id' } });
    const unknown = { scopes: null, unusable: null, quota: null };
    if (tokens.grantToken === null) {
      return unknown;
    }
    const person = { ...tokens, accessToken: tokens.grantToken };
    try {
      const scopes = await grantedPermissions(this.graph, person.accessToken);
      return { ...(await offeredNow(this, { ...account, scopes }, person)), scopes };
    } catch (error) {
      // The Page's token outlives the person's: what can no longer be read counts as unchanged.
      if (!(error instanceof PlatformError) || error.problem.kind !== 'reconnect') {
        throw error;
      }
      return unknown;
    }
  }

  async remove(delivery: Delivery, remoteId: string): Promise<Removal> {
    try {
      await this.graph.call(
        { method: 'DELETE', path: `/${remoteId}`, token: delivery.tokens.accessToken, timeoutMs: 10_000 },
        delivery,
      );
      return { kind: 'removed' };
    } catch (error) {
      if (error instanceof PlatformError && error.problem.code === '100/33') {
        return { kind: 'gone_already' };
      }
      throw error;
    }
  }

  private async upload(delivery: Delivery, photo: PublishPhoto): Promise<Upload> {
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
    if (id === null) {
      throw unreadable(LABEL, 'no_photo_id');
    }
    return { id, at: this.now().toISOString(), isReady: true };
  }
}
