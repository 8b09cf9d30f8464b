import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { ParsedInputOf, schedulingRpc } from '@postloom/contracts';
import { EncodedJson } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { tenantOf } from '../access.ts';
import { PostReadsRepository } from './post-reads.repository.ts';
import type { PagePosition } from './post-reads.repository.ts';
import { RenderPosts } from './render-posts.ts';

type Query = ParsedInputOf<typeof schedulingRpc.postList>;

/** Most posts of a plain array (api.md, Lists). */
const LONGEST_ARRAY = 1000;

/** The reads of posts; all of them answer the JSON that is kept with each post. */
@Injectable()
export class ReadPosts {
  constructor(
    private readonly uow: Uow,
    private readonly reads: PostReadsRepository,
    private readonly render: RenderPosts,
  ) {}

  /** GET /api/posts. @throws AppError validation_failed for a cursor nobody gave, no_business */
  async list(query: Query, context: RpcContext): Promise<EncodedJson> {
    const { businessId } = tenantOf(context);
    const { limit, cursor, ...filters } = query;
    const after = cursor === undefined ? null : position(cursor);
    const isPage = limit !== undefined || cursor !== undefined;
    const size = limit ?? (isPage ? 100 : LONGEST_ARRAY);
    return this.render.complete(businessId, async () => {
      const [found, total] = await this.read(businessId, (tx) =>
        Promise.all([
          this.reads.list(tx, businessId, filters, { limit: size, after }),
          isPage ? this.reads.count(tx, businessId, filters) : 0,
        ]),
      );
      if (!isPage) {
        return { ...found, answer: new EncodedJson(['[', found.texts, ']']) };
      }
      const next = found.hasMore && found.last !== null ? cursorOf(found.last) : null;
      return {
        ...found,
        answer: new EncodedJson(['{"data":[', found.texts, `],"nextCursor":${JSON.stringify(next)},"total":${total}}`]),
      };
    });
  }

  /** GET /api/posts/scheduled: soonest first. */
  async scheduled(context: RpcContext): Promise<EncodedJson> {
    const { businessId } = tenantOf(context);
    return this.render.complete(businessId, async () => {
      const found = await this.read(businessId, (tx) => this.reads.scheduled(tx, businessId));
      return { ...found, answer: new EncodedJson(['[', found.texts, ']']) };
    });
  }

  /** GET /api/posts/{id}: the post with its timeline. @throws AppError not_found */
  async one(postId: string, context: RpcContext): Promise<EncodedJson> {
    const { businessId } = tenantOf(context);
    return this.render.complete(businessId, async () => {
      const found = await this.read(businessId, (tx) => this.reads.one(tx, businessId, postId));
      if (found === null) {
        throw new AppError('not_found');
      }
      const { text, history } = found;
      if (text === null) {
        return { stale: [postId], answer: new EncodedJson([]) };
      }
      return { stale: [], answer: new EncodedJson([text.slice(0, -1), ',"history":', history, '}']) };
    });
  }

  async stats(context: RpcContext): Promise<{ scheduledPosts: number; postsThisMonth: number }> {
    const { businessId } = tenantOf(context);
    const { scheduled, thisMonth } = await this.read(businessId, (tx) => this.reads.stats(tx, businessId));
    return { scheduledPosts: scheduled, postsThisMonth: thisMonth };
  }

  private read<T>(businessId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.uow.run(Scope.business(businessId), work, { readOnly: true });
  }
}

function cursorOf(position: PagePosition): string {
  return Buffer.from(`${position.createdAt}|${position.id}`).toString('base64url');
}

const cursorShape = /^(\d{4,5}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d(?::\d\d)?)\|([0-9a-f-]{36})$/;

function position(cursor: string): PagePosition {
  const [, createdAt, id] = cursorShape.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (createdAt === undefined || id === undefined) {
    const message = 'This is not a cursor of this list.';
    throw new AppError('validation_failed', message, { details: [{ path: 'cursor', message }] });
  }
  return { createdAt, id };
}
