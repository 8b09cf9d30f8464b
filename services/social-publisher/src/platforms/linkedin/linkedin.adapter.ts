import { asList, asText, sendOnce } from '../http-call.ts';
import type { PlatformHttp } from '../http-call.ts';
import { PlatformError } from '../platform.port.ts';
import type {
  Delivery,
  Finding,
  VerifyContext,
  PlatformTiming,
  Preparation,
  PublishPhoto,
  Removal,
  SavedSteps,
  SaveSteps,
  SendOutcome,
  Sighting,
  SocialPlatform,
} from '../platform.port.ts';
import { checkPhotoCount } from '../problems.ts';
import { afterProcessing, orderOf, uploadedInOrder, uploadMissing } from '../saved-uploads.ts';
import { ours, seen } from '../sightings.ts';
import { LinkedInClient } from './linkedin-client.ts';
import { duplicateOf, isRefusal } from './linkedin-errors.ts';
import { LinkedInImages } from './linkedin-images.ts';
import { LinkedInInsights } from './linkedin-insights.ts';
import { LinkedInSignIn, ORGANIZATION_URN } from './linkedin-sign-in.ts';
import { carries, toLittleText } from './little-text.ts';

/** Settings of the LinkedIn app. URLs without trailing slash. */
export interface LinkedInSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** Host, without `/rest`. */
  readonly apiUrl: string;
  /** Where LinkedIn shows posts, for permalinks. */
  readonly webUrl: string;
  /** `202609` */
  readonly version: string;
  /** The app has the Community Management API: pages can be connected. */
  readonly hasOrganizations: boolean;
  /** How long a member's picture is left alone before it is used, in milliseconds. */
  readonly memberWaitMs: number;
  readonly timing: PlatformTiming;
}

/** An image stays usable; older ones belong to an abandoned post. */
const UPLOAD_LIFE_MS = 20 * 3_600_000;
/** LinkedIn refuses a member's identical post for about ten minutes: only within that time a second call cannot create a second post. */
const DUPLICATE_WINDOW_MS = 10 * 60_000;
const WINDOW_MARGIN_MS = 30_000;
const MAX_PAGES = 10;
const PAGE = 50;
const LABEL = 'LinkedIn';

/** LinkedIn's Posts API, for members and organizations. Exact duplicates are refused, and the refusal names the first post. */
export class LinkedInAdapter implements SocialPlatform {
  readonly platform = 'linkedin';
  readonly label = LABEL;
  readonly timing: PlatformTiming;
  private readonly linkedIn: LinkedInClient;
  readonly signIn: LinkedInSignIn;
  readonly insights: LinkedInInsights;
  private readonly images: LinkedInImages;

  constructor(
    private readonly http: PlatformHttp,
    private readonly settings: LinkedInSettings,
    private readonly now: () => Date,
  ) {
    this.timing = settings.timing;
    this.linkedIn = new LinkedInClient(http, settings, now);
    this.signIn = new LinkedInSignIn(http, this.linkedIn, settings, now);
    this.insights = new LinkedInInsights(this.linkedIn, now);
    this.images = new LinkedInImages(http, this.linkedIn, settings.memberWaitMs, now);
  }

  async prepare(delivery: Delivery, saved: SavedSteps, save: SaveSteps): Promise<Preparation> {
    checkPhotoCount(this, delivery);
    const descriptions = { ...describedBy(saved) };
    const saveAll = (next: SavedSteps): Promise<void> => save({ ...next, descriptions });
    const uploaded = await uploadMissing(delivery, saved, saveAll, {
      nowMs: this.now().getTime(),
      lifeMs: UPLOAD_LIFE_MS,
      upload: async (photo: PublishPhoto) => {
        if (photo.altText !== null && photo.altText !== '') {
          descriptions[photo.photoId] = photo.altText.slice(0, 4_086);
        }
        return this.images.upload(delivery, photo);
      },
    });
    return afterProcessing(uploaded, saveAll, (upload) => this.images.processing(delivery, upload));
  }

  async send(delivery: Delivery, saved: SavedSteps, guard: () => void, save: SaveSteps): Promise<SendOutcome> {
    const answer = await this.post(delivery, saved, guard);
    // The first post's id is only given here, and members' posts cannot be searched: keep it.
    if (answer.first !== null) {
      await save({ ...saved, duplicateOf: answer.first });
    }
    return answer.outcome;
  }

  verify(delivery: Delivery, saved: SavedSteps, since: Date, context: VerifyContext): Promise<Finding> {
    return delivery.accountRemoteId.startsWith(ORGANIZATION_URN)
      ? this.searchAuthor(delivery, since)
      : this.askByPosting(delivery, saved, context);
  }

  permalink(_delivery: Delivery, remoteId: string): Promise<string | null> {
    return Promise.resolve(this.link(remoteId));
  }

  async remove(delivery: Delivery, remoteId: string): Promise<Removal> {
    try {
      await this.linkedIn.call({
        method: 'DELETE',
        path: `/rest/posts/${encodeURIComponent(remoteId)}`,
        token: delivery.tokens.accessToken,
        restliMethod: 'DELETE',
      });
      return { kind: 'removed' };
    } catch (error) {
      if (error instanceof PlatformError && /^(http_404|NOT_FOUND)$/.test(error.problem.code)) {
        return { kind: 'gone_already' };
      }
      throw error;
    }
  }

  /** The call that publishes. `first`: the post that a duplicate refusal names. */
  private async post(
    delivery: Delivery,
    saved: SavedSteps,
    guard: () => void,
  ): Promise<{ outcome: SendOutcome; first: string | null }> {
    const images = uploadedInOrder(saved, delivery.photoCount);
    if (images === null) {
      return { outcome: { kind: 'not_sent', code: 'nothing_prepared' }, first: null };
    }
    let first: string | null = null;
    const request = this.linkedIn.request({
      method: 'POST',
      path: '/rest/posts',
      token: delivery.tokens.accessToken,
      json: postBody(delivery, saved, images),
      timeoutMs: this.timing.callTimeoutMs,
    });
    const outcome = await sendOnce(this.http, { ...request, beforeSend: guard }, (response) => {
      // Without a readable refusal a proxy or an outage may have answered for LinkedIn: whether it is public is open.
      if (response.status >= 500 || (response.status >= 300 && !isRefusal(response))) {
        return { kind: 'unknown', code: `http_${response.status}` };
      }
      if (response.status >= 300) {
        first = duplicateOf(response);
        return { kind: 'rejected', problem: this.linkedIn.problem(response) };
      }
      // 201 with an empty body: the id is in a header.
      const remoteId = asText(response.headers['x-restli-id']) ?? asText(response.headers['x-linkedin-id']);
      if (remoteId === null || !remoteId.startsWith('urn:li:')) {
        return { kind: 'unknown', code: `http_${response.status}` };
      }
      return { kind: 'published', remoteId, permalink: this.link(remoteId) };
    });
    return { outcome, first };
  }

  private async searchAuthor(delivery: Delivery, since: Date): Promise<Finding> {
    const sightings: Sighting[] = [];
    const author = encodeURIComponent(delivery.accountRemoteId);
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await this.linkedIn.read({
        method: 'GET',
        path: `/rest/posts?q=author&author=${author}&count=${PAGE}&start=${page * PAGE}&sortBy=LAST_MODIFIED`,
        token: delivery.tokens.accessToken,
        restliMethod: 'FINDER',
      });
      // Without the list itself the answer proves nothing.
      if (!Array.isArray(answer['elements'])) {
        return { kind: 'unclear', code: 'posts_unreadable' };
      }
      const elements = asList(answer['elements']);
      const listed = elements.map((post) => {
        const remoteId = asText(post['id']);
        const permalink = remoteId === null ? null : this.link(remoteId);
        const at = instant(post['publishedAt']) ?? instant(post['createdAt']) ?? new Date(NaN);
        return { remoteId, text: asText(post['commentary']) ?? '', at, permalink };
      });
      sightings.push(...ours(listed, since, (text) => carries(text, delivery.caption)));
      const oldest = instant(elements.at(-1)?.['lastModifiedAt']);
      if (elements.length < PAGE || (oldest !== null && oldest < since)) {
        return seen(sightings);
      }
    }
    return sightings.length > 0 ? seen(sightings) : { kind: 'unclear', code: 'posts_too_many' };
  }

  /**
   * A member's posts cannot be read. What decides is LinkedIn's own refusal of duplicates: one identical resend inside its window, after
   * the quarantine, with its mark saved before it is sent; the refusal names the first post, and a success is the post itself. Outside the
   * window a resend could create a second post: the person decides.
   */
  private async askByPosting(delivery: Delivery, saved: SavedSteps, context: VerifyContext): Promise<Finding> {
    const named = asText(saved['duplicateOf']);
    if (named !== null) {
      // Reported about our only call: the first post is not ours.
      return context.hasEarlierTry ? this.found(named, context) : seen([]);
    }
    const { intentAt } = context;
    if (intentAt === null) {
      return { kind: 'unclear', code: 'member_posts_unreadable' };
    }
    if (!context.isSettled) {
      return { kind: 'unclear', code: 'too_early_to_ask' };
    }
    if (saved['resentFor'] === intentAt.toISOString()) {
      return { kind: 'unclear', code: 'asked_already' };
    }
    const windowEnd = intentAt.getTime() + DUPLICATE_WINDOW_MS - WINDOW_MARGIN_MS - this.timing.callTimeoutMs;
    if (context.now.getTime() >= windowEnd) {
      return { kind: 'unclear', code: 'window_over' };
    }
    await context.save({ ...saved, resentFor: intentAt.toISOString() });
    const { outcome, first } = await this.post(delivery, saved, context.guard);
    if (first !== null) {
      return this.found(first, context);
    }
    switch (outcome.kind) {
      case 'published':
        return seen([{ remoteId: outcome.remoteId, at: context.now, permalink: outcome.permalink }]);
      case 'not_sent':
        await context.save(saved); // nothing was sent: the question can still be asked
        return { kind: 'unclear', code: outcome.code };
      case 'rejected':
        if (outcome.problem.kind === 'reconnect' || outcome.problem.kind === 'wait') {
          await context.save(saved); // refused before LinkedIn compared anything
          throw new PlatformError(outcome.problem);
        }
        return { kind: 'unclear', code: outcome.problem.code };
      case 'accepted':
      case 'unknown':
        return { kind: 'unclear', code: outcome.code };
    }
  }

  private found(remoteId: string, context: VerifyContext): Finding {
    return seen([{ remoteId, at: context.intentAt ?? context.now, permalink: this.link(remoteId) }]);
  }

  private link(remoteId: string): string {
    return `${this.settings.webUrl}/feed/update/${remoteId}/`;
  }
}

function postBody(delivery: Delivery, saved: SavedSteps, images: readonly string[]): Record<string, unknown> {
  const descriptions = describedBy(saved);
  const photos = orderOf(saved);
  const media = images.map((id, index) => {
    const altText = descriptions[photos[index] ?? ''];
    return { id, ...(altText === undefined ? {} : { altText }) };
  });
  const [only] = media;
  return {
    author: delivery.accountRemoteId,
    commentary: toLittleText(delivery.caption),
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(only === undefined
      ? {}
      : { content: media.length === 1 ? { media: only } : { multiImage: { images: media } } }),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  };
}

/** Photo id to description, kept so that a resend is identical. */
function describedBy(steps: SavedSteps): Record<string, string> {
  const kept = steps['descriptions'];
  if (typeof kept !== 'object' || kept === null) {
    return {};
  }
  return Object.fromEntries(
    Object.entries(kept).flatMap(([photo, text]) => (typeof text === 'string' ? [[photo, text]] : [])),
  );
}

/** Milliseconds since 1970 as LinkedIn gives them. */
function instant(value: unknown): Date | null {
  return typeof value === 'number' ? new Date(value) : null;
}
