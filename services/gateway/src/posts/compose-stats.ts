import { Injectable } from '@nestjs/common';
import { analyticsRpc, mediaRpc, schedulingRpc } from '@postloom/contracts';
import type { DashboardStats } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';

/** The dashboard's figures, requested from their owners in parallel. */
@Injectable()
export class ComposeStats {
  constructor(private readonly rpc: Rpc) {}

  async execute(caller: Caller): Promise<DashboardStats> {
    const [photos, posts, overview] = await Promise.all([
      this.rpc.call(mediaRpc.photoCount, {}, caller),
      this.rpc.call(schedulingRpc.statsGet, {}, caller),
      this.rpc.call(analyticsRpc.overviewGet, {}, caller),
    ]);
    return {
      totalPhotos: photos.total,
      scheduledPosts: posts.scheduledPosts,
      postsThisMonth: posts.postsThisMonth,
      engagementRate: overview.engagementRate ?? 0,
      engagementMeasured: overview.engagementRate !== null,
      lastMonth: {
        posts: posts.postsLastMonth ?? null,
        engagementRate: overview.engagementRateBefore ?? null,
      },
    };
  }
}
