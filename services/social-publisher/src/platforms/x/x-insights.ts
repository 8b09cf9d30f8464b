import { noFigures } from '@postloom/contracts';
import type { PostFigures } from '@postloom/contracts';
import { followersAlone } from '../account-days.ts';
import { asCount, asId, asList, asObject } from '../http-call.ts';
import type { AccountReading, InsightAccount, PlatformInsights, PostToRead } from '../platform.port.ts';
import { readingAllowances } from '../reading-allowances.ts';
import type { XClient } from './x-client.ts';

/** Figures for the author alone are there for 30 days, less a margin; asking for them later turns the answer into a partial error. */
const OWN_FIGURES_MS = 29.5 * 86_400_000;

/** Metrics of X: up to a hundred posts a call. Reach is not offered. */
export class XInsights implements PlatformInsights {
  readonly allowance = readingAllowances.twitter;
  readonly accountCalls = 1;
  readonly postsPerCall = 100;

  constructor(
    private readonly x: XClient,
    private readonly now: () => Date,
  ) {}

  callsFor(posts: readonly PostToRead[]): number {
    return this.byAge(posts).length;
  }

  offers(): boolean {
    return true;
  }

  async posts(account: InsightAccount, posts: readonly PostToRead[]): Promise<ReadonlyMap<string, PostFigures>> {
    const told = new Map<string, PostFigures>();
    for (const { isRecent, ofAge } of this.byAge(posts)) {
      const url = this.x.url('/2/tweets');
      url.searchParams.set('ids', ofAge.map(({ remoteId }) => remoteId).join(','));
      url.searchParams.set('tweet.fields', isRecent ? 'public_metrics,non_public_metrics' : 'public_metrics');
      // Posts that are gone are named in `errors` beside the data.
      const answer = await this.x.call(account.tokens, { path: url, method: 'GET' }, account);
      for (const post of asList(answer['data'])) {
        told.set(asId(post['id']) ?? '', figuresOf(post));
      }
    }
    return told;
  }

  /** A call each: one old post beside them would take the clicks of all recent ones away. */
  private byAge(posts: readonly PostToRead[]): readonly { isRecent: boolean; ofAge: readonly PostToRead[] }[] {
    const oldest = this.now().getTime() - OWN_FIGURES_MS;
    return [...Map.groupBy(posts, ({ publishedAt }) => publishedAt.getTime() > oldest)].map(([isRecent, ofAge]) => ({
      isRecent,
      ofAge,
    }));
  }

  async account(account: InsightAccount): Promise<AccountReading> {
    const url = this.x.url('/2/users/me');
    url.searchParams.set('user.fields', 'public_metrics');
    const answer = await this.x.call(account.tokens, { path: url, method: 'GET' }, account);
    return followersAlone(asCount(asObject(asObject(answer['data'])?.['public_metrics'])?.['followers_count']));
  }
}

function figuresOf(post: Readonly<Record<string, unknown>>): PostFigures {
  const seen = asObject(post['public_metrics']) ?? {};
  const own = asObject(post['non_public_metrics']) ?? {};
  const [retweets, quotes] = [asCount(seen['retweet_count']), asCount(seen['quote_count'])];
  return {
    ...noFigures,
    views: asCount(seen['impression_count']),
    likes: asCount(seen['like_count']),
    comments: asCount(seen['reply_count']),
    shares: retweets === null ? null : retweets + (quotes ?? 0),
    saves: asCount(seen['bookmark_count']),
    clicks: asCount(own['url_link_clicks']),
  };
}
