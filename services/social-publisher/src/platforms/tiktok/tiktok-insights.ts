import { noFigures } from '@postloom/contracts';
import type { PostFigures } from '@postloom/contracts';
import { followersAlone } from '../account-days.ts';
import { asCount, asId, asList, asObject } from '../http-call.ts';
import type { AccountReading, InsightAccount, PlatformInsights, PostToRead } from '../platform.port.ts';
import { readingAllowances } from '../reading-allowances.ts';
import type { TikTokClient } from './tiktok-client.ts';

const FIELDS = 'id,view_count,like_count,comment_count,share_count';
/** Private posts, and those whose id TikTok never gave: it tells nothing of them. */
const WITHOUT_ID = 'publish:';

/** Counts of TikTok's public posts, twenty a call. Reach and saves are not offered. */
export class TikTokInsights implements PlatformInsights {
  readonly allowance = readingAllowances.tiktok;
  readonly accountCalls = 1;
  readonly postsPerCall = 20;

  constructor(private readonly tiktok: TikTokClient) {}

  callsFor(posts: readonly PostToRead[]): number {
    return posts.some(hasId) ? 1 : 0;
  }

  offers(): boolean {
    return true;
  }

  async posts({ tokens }: InsightAccount, posts: readonly PostToRead[]): Promise<ReadonlyMap<string, PostFigures>> {
    const ids = posts.filter(hasId).map(({ remoteId }) => remoteId);
    if (ids.length === 0) {
      return new Map();
    }
    const data = await this.tiktok.call({
      method: 'POST',
      path: `/v2/video/query/?fields=${FIELDS}`,
      token: tokens.accessToken,
      json: { filters: { video_ids: ids } },
    });
    const told = asList(data['videos']).map((video): [string, PostFigures] => [
      asId(video['id']) ?? '',
      {
        ...noFigures,
        ...{ views: asCount(video['view_count']), likes: asCount(video['like_count']) },
        ...{ comments: asCount(video['comment_count']), shares: asCount(video['share_count']) },
      },
    ]);
    return new Map(told);
  }

  async account({ tokens }: InsightAccount): Promise<AccountReading> {
    const data = await this.tiktok.call({
      method: 'GET',
      path: '/v2/user/info/?fields=follower_count',
      token: tokens.accessToken,
    });
    return followersAlone(asCount(asObject(data['user'])?.['follower_count']));
  }
}

function hasId({ remoteId }: PostToRead): boolean {
  return !remoteId.startsWith(WITHOUT_ID);
}
