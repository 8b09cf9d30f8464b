import type { AccountDay, PostFigures } from '@postloom/contracts';
import type { GraphClient } from '../graph/graph-client.ts';
import { lastFullDays, readAccount } from '../account-days.ts';
import { dailyValues, figuresFrom, lifetimeValues, reactionsIn, readEach } from '../graph/graph-insights.ts';
import { asCount, asObject } from '../http-call.ts';
import type { AccountReading, InsightAccount, PlatformInsights, PostToRead } from '../platform.port.ts';
import { readingAllowances } from '../reading-allowances.ts';

/** What is left since the second wave of removals (June 2026). */
const METRICS = 'post_media_view,post_total_media_view_unique,post_clicks,post_reactions_by_type_total';
/** Of a Page by days, for Pages with a hundred likes. */
const PAGE_METRICS = 'page_media_view,page_total_media_view_unique,page_post_engagements';
/** Shares and comments are no insights: they are counted at the post. */
const COUNTERS = 'shares,comments.summary(total_count).limit(0)';

/** Insights of a Page and its posts; two calls a post, and two for the Page. */
export class FacebookInsights implements PlatformInsights {
  readonly allowance = readingAllowances.facebook;
  readonly postsPerCall = 1;

  readonly accountCalls = 2;

  constructor(
    private readonly graph: GraphClient,
    private readonly now: () => Date,
  ) {}

  callsFor(posts: readonly PostToRead[]): number {
    return posts.length * 2;
  }

  offers(): boolean {
    return true;
  }

  posts(account: InsightAccount, posts: readonly PostToRead[]): Promise<ReadonlyMap<string, PostFigures>> {
    return readEach(posts, (remoteId) => this.post(account, remoteId));
  }

  account(account: InsightAccount): Promise<AccountReading> {
    return readAccount(account, (asked) => this.followers(asked), [(asked) => this.days(asked)]);
  }

  private async days(account: InsightAccount): Promise<AccountDay[]> {
    const now = this.now();
    // Up to now: Facebook's yesterday ends some hours into today.
    const window = { from: lastFullDays(now)[0]?.from ?? 0, to: now.getTime() };
    const answer = await this.read(account, `/${account.remoteId}/insights`, {
      ...{ metric: PAGE_METRICS, period: 'day' },
      ...{ since: String(window.from / 1_000), until: String(Math.floor(window.to / 1_000)) },
    });
    return [...dailyValues(answer, window)].map(([day, values]) => ({
      day,
      views: asCount(values.get('page_media_view')),
      reach: asCount(values.get('page_total_media_view_unique')),
      interactions: asCount(values.get('page_post_engagements')),
    }));
  }

  private async followers(account: InsightAccount): Promise<number | null> {
    const answer = await this.read(account, `/${account.remoteId}`, { fields: 'followers_count' });
    return asCount(answer['followers_count']);
  }

  private async post(account: InsightAccount, remoteId: string): Promise<PostFigures> {
    const values = lifetimeValues(await this.read(account, `/${remoteId}/insights`, { metric: METRICS }));
    const counters = await this.read(account, `/${remoteId}`, { fields: COUNTERS });
    const shares = asObject(counters['shares']);
    return figuresFrom({
      views: asCount(values.get('post_media_view')),
      reach: asCount(values.get('post_total_media_view_unique')),
      clicks: asCount(values.get('post_clicks')),
      likes: asCount(reactionsIn(values.get('post_reactions_by_type_total'))),
      comments: asCount(asObject(asObject(counters['comments'])?.['summary'])?.['total_count']),
      // Absent while nobody has shared it.
      shares: shares === null ? 0 : asCount(shares['count']),
    });
  }

  private read(
    account: InsightAccount,
    path: string,
    query: Readonly<Record<string, string>>,
  ): Promise<Record<string, unknown>> {
    return this.graph.call({ method: 'GET', path, token: account.tokens.accessToken, query }, account);
  }
}
