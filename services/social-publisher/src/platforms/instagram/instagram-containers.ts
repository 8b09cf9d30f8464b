import { asId, asText, UPLOAD_TIMEOUT_MS } from '../http-call.ts';
import type { GraphClient } from '../graph/graph-client.ts';
import { PlatformError } from '../platform.port.ts';
import type { Delivery, PublishPhoto } from '../platform.port.ts';
import { unreadable } from '../problems.ts';
import { containerFailure, publishingLimit, quotaProblem } from './instagram-answers.ts';

/** `IN_PROGRESS`, `FINISHED`, `EXPIRED`, `PUBLISHED`; `ERROR` is thrown. `UNKNOWN`: Instagram does not know the container. */
export type ContainerStatus = string;

/** Containers: what a post consists of before it is published. Creating one again is harmless. */
export class InstagramContainers {
  constructor(
    private readonly graph: GraphClient,
    private readonly version: string,
  ) {}

  /** Before anything is created for a post. @throws {PlatformError} wait, when the account's posts of the day are used up */
  async checkQuota(delivery: Delivery): Promise<void> {
    const answer = await this.askLimit(delivery.accountRemoteId, delivery.tokens.accessToken, delivery);
    const problem = quotaProblem(answer);
    if (problem !== null) {
      throw new PlatformError(problem);
    }
  }

  /** Posts of the last 24 hours, and how many are allowed; null: the answer has none. @throws {PlatformError} */
  async quota(accountRemoteId: string, token: string): Promise<{ used: number; total: number } | null> {
    return publishingLimit(await this.askLimit(accountRemoteId, token));
  }

  private askLimit(accountRemoteId: string, token: string, delivery?: Delivery): Promise<Record<string, unknown>> {
    return this.graph.call(
      {
        method: 'GET',
        path: `/${this.version}/${accountRemoteId}/content_publishing_limit`,
        token,
        query: { fields: 'quota_usage,config' },
      },
      delivery,
    );
  }

  /** One picture: a post of its own with a `caption`, or an item of a carousel. */
  createItem(delivery: Delivery, photo: PublishPhoto, fields: Record<string, string>): Promise<string> {
    return this.create(delivery, {
      image_url: photo.publicUrl,
      ...fields,
      ...(photo.altText === null || photo.altText === '' ? {} : { alt_text: photo.altText.slice(0, 1_000) }),
    });
  }

  createCarousel(delivery: Delivery, children: readonly string[]): Promise<string> {
    return this.create(delivery, {
      media_type: 'CAROUSEL',
      children: children.join(','),
      caption: delivery.caption,
    });
  }

  async status(delivery: Delivery, container: string): Promise<ContainerStatus> {
    const answer = await this.graph.call(
      {
        method: 'GET',
        path: `/${this.version}/${container}`,
        token: delivery.tokens.accessToken,
        query: { fields: 'status_code,status' },
      },
      delivery,
    );
    const code = asText(answer['status_code']) ?? 'IN_PROGRESS';
    if (code === 'ERROR') {
      throw new PlatformError(containerFailure(asText(answer['status'])));
    }
    return code;
  }

  /** A container that Instagram does not know proves nothing: the feed decides. */
  async statusOrUnknown(delivery: Delivery, container: string): Promise<ContainerStatus> {
    try {
      return await this.status(delivery, container);
    } catch (error) {
      if (!(error instanceof PlatformError)) {
        throw error;
      }
      switch (error.problem.kind) {
        case 'refused':
        case 'stale':
          return 'UNKNOWN';
        default:
          throw error;
      }
    }
  }

  private async create(delivery: Delivery, fields: Record<string, string>): Promise<string> {
    const answer = await this.graph.call(
      {
        method: 'POST',
        path: `/${this.version}/${delivery.accountRemoteId}/media`,
        token: delivery.tokens.accessToken,
        fields,
        timeoutMs: UPLOAD_TIMEOUT_MS,
      },
      delivery,
    );
    const id = asId(answer['id']);
    if (id === null) {
      throw unreadable('Instagram', 'no_container_id');
    }
    return id;
  }
}
