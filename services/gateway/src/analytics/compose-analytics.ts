import { Injectable } from '@nestjs/common';
import { analyticsRpc, knownCaption, mediaRpc, recurringRpc, rowsOf, schedulingRpc } from '@postloom/contracts';
import type { Analytics, Post, QueryOf, routes } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';

/** GET /api/analytics: the figures, and beside them what their posts, the schedules and the library say. */
@Injectable()
export class ComposeAnalytics {
  constructor(private readonly rpc: Rpc) {}

  async execute(query: QueryOf<typeof routes.analytics>, caller: Caller): Promise<Analytics> {
    const [{ figures, bestTimes, findings = [] }, schedules, posts, photos] = await Promise.all([
      this.rpc.call(analyticsRpc.figuresGet, query, caller),
      this.rpc.call(recurringRpc.scheduleList, {}, caller),
      this.rpc.call(schedulingRpc.postList, { limit: 1 }, caller),
      this.rpc.call(mediaRpc.photoCount, {}, caller),
    ]);
    const written = await this.posts(
      figures.topPosts.map(({ postId }) => postId),
      caller,
    );
    const rules = rowsOf(schedules);
    return {
      ...figures,
      topPosts: figures.topPosts.map((ranked) => {
        const post = written.get(ranked.postId);
        return { ...ranked, caption: post === undefined ? null : knownCaption(post), photoId: post?.photoId ?? null };
      }),
      bestTimes,
      findings,
      schedules: { total: rules.length, active: rules.filter(({ isActive }) => isActive).length },
      library: { photos: photos.total, posts: 'total' in posts ? posts.total : posts.length },
    };
  }

  private async posts(ids: string[], caller: Caller): Promise<Map<string, Post>> {
    if (ids.length === 0) {
      return new Map();
    }
    const posts = await this.rpc.call(schedulingRpc.postList, { ids }, caller);
    return new Map(rowsOf(posts).map((post) => [post.id, post]));
  }
}
