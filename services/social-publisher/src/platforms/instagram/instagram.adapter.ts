import { asId, asList, asText, comparableText } from '../http-call.ts';
import type { PlatformHttp } from '../http-call.ts';
import { GraphClient } from '../graph/graph-client.ts';
import { offeredNow } from '../offered-now.ts';
import { PlatformError } from '../platform.port.ts';
import type {
  AccountExamination,
  Delivery,
  ExaminedAccount,
  Finding,
  PlatformTiming,
  Preparation,
  Removal,
  SavedSteps,
  SaveSteps,
  SendOutcome,
  SocialPlatform,
  TokenSet,
} from '../platform.port.ts';
import { checkPhotoCount, removeThere } from '../problems.ts';
import { ours, seen } from '../sightings.ts';
import { stepsOf } from './instagram-answers.ts';
import type { Steps } from './instagram-answers.ts';
import { InstagramContainers } from './instagram-containers.ts';
import type { ContainerStatus } from './instagram-containers.ts';
import { InstagramInsights } from './instagram-insights.ts';
import { InstagramSignIn } from './instagram-sign-in.ts';

/** Settings of the Instagram app. URLs without version and without trailing slash. */
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

const LABEL = 'Instagram';
/** Posts read per verification. */
const FEED_LIMIT = 50;

/** Instagram API with Instagram Login: the container is the natural key, it can be published once. */
export class InstagramAdapter implements SocialPlatform {
  readonly platform = 'instagram';
  readonly label = LABEL;
  readonly timing: PlatformTiming;
  private readonly graph: GraphClient;
  readonly signIn: InstagramSignIn;
  readonly insights: InstagramInsights;
  private readonly containers: InstagramContainers;

  constructor(
    http: PlatformHttp,
    private readonly settings: InstagramSettings,
    now: () => Date,
  ) {
    this.timing = settings.timing;
    this.graph = new GraphClient(http, LABEL, settings.graphUrl);
    this.signIn = new InstagramSignIn(http, this.graph, settings, now);
    this.insights = new InstagramInsights(this.graph, settings.version, now);
    this.containers = new InstagramContainers(this.graph, settings.version);
  }

  async prepare(delivery: Delivery, saved: SavedSteps, save: SaveSteps): Promise<Preparation> {
    checkPhotoCount(this, delivery);
    let steps = stepsOf(saved);
    const keep = async (next: Steps): Promise<void> => {
      steps = next;
      await save({ ...next });
    };
    if (steps.container === null) {
      if (Object.keys(steps.items).length === 0) {
        await this.containers.checkQuota(delivery);
      }
      const photos = await delivery.photos();
      const [only] = photos;
      if (delivery.photoCount === 1 && only) {
        const container = await this.containers.createItem(delivery, only, { caption: delivery.caption });
        await keep({ ...steps, container });
      } else {
        for (const photo of photos) {
          if (steps.items[photo.photoId] !== undefined) {
            continue;
          }
          const id = await this.containers.createItem(delivery, photo, { is_carousel_item: 'true' });
          await keep({ ...steps, items: { ...steps.items, [photo.photoId]: id } });
        }
        const children = photos.map((photo) => steps.items[photo.photoId] ?? '');
        // The parent may only be made of children that are finished.
        for (const child of children) {
          const status = await this.containers.status(delivery, child);
          if (status !== 'FINISHED') {
            return notReady(status);
          }
        }
        await keep({ ...steps, container: await this.containers.createCarousel(delivery, children) });
      }
    }
    const status = await this.containers.status(delivery, steps.container ?? '');
    return status === 'FINISHED' ? { kind: 'ready' } : notReady(status);
  }

  async send(delivery: Delivery, saved: SavedSteps, guard: () => void): Promise<SendOutcome> {
    const { container } = stepsOf(saved);
    if (container === null) {
      return { kind: 'not_sent', code: 'nothing_prepared' };
    }
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
    if (outcome.kind === 'rejected' && /^100(\/|$)/.test(outcome.problem.code)) {
      return { kind: 'unknown', code: outcome.problem.code };
    }
    return outcome;
  }

  async verify(delivery: Delivery, saved: SavedSteps, since: Date): Promise<Finding> {
    const { container } = stepsOf(saved);
    const status = container === null ? null : await this.containers.statusOrUnknown(delivery, container);
    if (status !== null && status !== 'UNKNOWN' && status !== 'PUBLISHED') {
      return { kind: 'not_public' };
    }
    const finding = await this.searchFeed(delivery, since);
    if (status !== 'PUBLISHED' || finding.kind !== 'seen') {
      return finding;
    }
    const ownId = `container:${container ?? ''}`;
    return finding.sightings.length === 0 ? { kind: 'public_without_id', fallbackId: ownId } : { ...finding, ownId };
  }

  async permalink(delivery: Delivery, remoteId: string): Promise<string | null> {
    if (remoteId.startsWith('container:')) {
      return null;
    }
    const answer = await this.graph.call({
      method: 'GET',
      path: `/${this.settings.version}/${remoteId}`,
      token: delivery.tokens.accessToken,
      query: { fields: 'id,permalink' },
      timeoutMs: 3_000,
    });
    return asText(answer['permalink']);
  }

  async examine(account: ExaminedAccount, tokens: TokenSet): Promise<AccountExamination> {
    const answer = await offeredNow(this, account, tokens);
    return { ...answer, quota: await this.containers.quota(account.remoteId, tokens.accessToken) };
  }

  /** Only Instagram with Facebook Login may delete. */
  remove(): Promise<Removal> {
    return Promise.resolve(removeThere(LABEL));
  }

  private async searchFeed(delivery: Delivery, since: Date): Promise<Finding> {
    const wanted = comparableText(delivery.caption);
    const answer = await this.graph.call(
      {
        method: 'GET',
        path: `/${this.settings.version}/${delivery.accountRemoteId}/media`,
        token: delivery.tokens.accessToken,
        query: { fields: 'id,caption,permalink,timestamp', limit: String(FEED_LIMIT) },
      },
      delivery,
    );
    // Without the list itself the answer proves nothing.
    if (!Array.isArray(answer['data'])) {
      return { kind: 'unclear', code: 'feed_unreadable' };
    }
    const listed = asList(answer['data']).map((post) => ({
      remoteId: asId(post['id']),
      text: asText(post['caption']) ?? '',
      at: new Date(asText(post['timestamp']) ?? NaN),
      permalink: asText(post['permalink']),
    }));
    const sightings = ours(listed, since, (text) => comparableText(text) === wanted);
    const oldest = listed.at(-1)?.at ?? new Date(NaN);
    if (sightings.length === 0 && listed.length >= FEED_LIMIT && oldest > since) {
      return { kind: 'unclear', code: 'feed_too_long' };
    }
    return seen(sightings);
  }
}

function notReady(status: ContainerStatus): Preparation {
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
