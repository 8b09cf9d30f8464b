import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf, schedulingRpc } from '@postloom/contracts';
import { EncodedJson } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import type { PageQuery, Tx } from '@postloom/persistence';
import { tenantOf } from '../access.ts';
import { PlanPostSearch } from '../words/index.ts';
import { PostReadsRepository } from './post-reads.repository.ts';
import type { PostList } from './post-reads.repository.ts';
import { RenderPosts } from './render-posts.ts';

type Query = ParsedInputOf<typeof schedulingRpc.postList>;

/** The reads of posts; all of them answer the JSON stored with each post. */
@Injectable()
export class ReadPosts {
  constructor(
    private readonly uow: Uow,
    private readonly reads: PostReadsRepository,
    private readonly search: PlanPostSearch,
    private readonly render: RenderPosts,
  ) {}

  /** GET /api/posts: newest first. @throws AppError validation_failed for a cursor that was not issued here, no_business */
  list(query: Query, context: RpcContext): Promise<EncodedJson> {
    const { search } = query;
    return this.listed(context, async (tx, businessId) => {
      const meant = search === undefined ? undefined : await this.search.plan(tx, businessId, search);
      return this.reads.list(tx, businessId, { ...query, meant });
    });
  }

  /** GET /api/posts/scheduled: soonest first. @throws AppError validation_failed for a cursor that was not issued here, no_business */
  scheduled(query: PageQuery, context: RpcContext): Promise<EncodedJson> {
    return this.listed(context, (tx, businessId) => this.reads.scheduled(tx, businessId, query));
  }

  private listed(context: RpcContext, read: (tx: Tx, businessId: string) => Promise<PostList>): Promise<EncodedJson> {
    const { businessId } = tenantOf(context);
    return this.render.complete(businessId, async () => {
      const { texts, stale, hasMore, page } = await this.read(businessId, (tx) => read(tx, businessId));
      if (page === null) {
        return { stale, answer: new EncodedJson(['[', texts, ']'], null, hasMore) };
      }
      const rest = `],"nextCursor":${JSON.stringify(page.nextCursor)},"total":${page.total}}`;
      return { stale, answer: new EncodedJson(['{"data":[', texts, rest]) };
    });
  }

  /** GET /api/posts/{id}: the post with its timeline. @throws AppError not_found */
  async one(postId: string, context: RpcContext): Promise<EncodedJson> {
    const { businessId, userId } = tenantOf(context);
    return this.render.complete(businessId, async () => {
      const found = await this.read(businessId, (tx) => this.reads.one(tx, businessId, postId, userId));
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

  async stats(context: RpcContext): Promise<OutputOf<typeof schedulingRpc.statsGet>> {
    const { businessId } = tenantOf(context);
    const { scheduled, thisMonth, lastMonth } = await this.read(businessId, (tx) => this.reads.stats(tx, businessId));
    return { scheduledPosts: scheduled, postsThisMonth: thisMonth, postsLastMonth: lastMonth };
  }

  private read<T>(businessId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.uow.run(Scope.business(businessId), work, { readOnly: true });
  }
}
