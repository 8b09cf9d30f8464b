import type { AccountDay, PostFigures } from '@postloom/contracts';
import type { GraphClient } from '../graph/graph-client.ts';
import { ACCOUNT_DAYS, lastFullDays, readAccount } from '../account-days.ts';
import type { DayWindow } from '../account-days.ts';
import { figuresFrom, lifetimeValues, readEach, totalValues } from '../graph/graph-insights.ts';
import { asCount } from '../http-call.ts';
import type { AccountReading, InsightAccount, PlatformInsights, PostToRead } from '../platform.port.ts';
import { readingAllowances } from '../reading-allowances.ts';

/** Metrics that pictures and carousels both have: one that a kind of post lacks fails the whole request. */
const METRICS = 'views,reach,likes,comments,saved,shares';
/** Of an account over a window, which is a day. */
const ACCOUNT_METRICS = 'views,reach,total_interactions';
/** Posts that are public under a name of ours have no id that could be asked about. */
const WITHOUT_ID = 'container:';

/** Insights of Instagram API with Instagram Login; one call a post, and one a day of the account. */
export class InstagramInsights implements PlatformInsights {
  readonly allowance = readingAllowances.instagram;
  readonly postsPerCall = 1;
  /** Totals are of the whole window: each day is asked about by itself. */
  readonly accountCalls = 1 + ACCOUNT_DAYS;

  constructor(
    private readonly graph: GraphClient,
    private readonly version: string,
    private readonly now: () => Date,
  ) {}

  callsFor(posts: readonly PostToRead[]): number {
    return posts.filter(hasId).length;
  }

  offers(): boolean {
    return true;
  }

  posts(account: InsightAccount, posts: readonly PostToRead[]): Promise<ReadonlyMap<string, PostFigures>> {
    return readEach(posts.filter(hasId), (remoteId) => this.post(account, remoteId));
  }

  account(account: InsightAccount): Promise<AccountReading> {
    const days = lastFullDays(this.now()).map((window) => (asked: InsightAccount) => this.day(asked, window));
    return readAccount(account, (asked) => this.followers(asked), days);
  }

  private async day(account: InsightAccount, { day, from, to }: DayWindow): Promise<AccountDay[]> {
    const answer = await this.read(account, `/${account.remoteId}/insights`, {
      ...{ metric: ACCOUNT_METRICS, period: 'day', metric_type: 'total_value' },
      ...{ since: String(from / 1_000), until: String(to / 1_000) },
    });
    const values = totalValues(answer);
    const told = (name: string): number | null => asCount(values.get(name));
    return [{ day, views: told('views'), reach: told('reach'), interactions: told('total_interactions') }];
  }

  private async followers(account: InsightAccount): Promise<number | null> {
    const answer = await this.read(account, `/${account.remoteId}`, { fields: 'followers_count' });
    return asCount(answer['followers_count']);
  }

  private async post(account: InsightAccount, remoteId: string): Promise<PostFigures> {
    const values = lifetimeValues(await this.read(account, `/${remoteId}/insights`, { metric: METRICS }));
    const told = (name: string): number | null => asCount(values.get(name));
    return figuresFrom({
      ...{ views: told('views'), reach: told('reach'), likes: told('likes'), comments: told('comments') },
      ...{ shares: told('shares'), saves: told('saved') },
    });
  }

  private read(
    account: InsightAccount,
    path: string,
    query: Readonly<Record<string, string>>,
  ): Promise<Record<string, unknown>> {
    const call = { method: 'GET', path: `/${this.version}${path}`, token: account.tokens.accessToken, query } as const;
    return this.graph.call(call, account);
  }
}

function hasId({ remoteId }: PostToRead): boolean {
  return !remoteId.startsWith(WITHOUT_ID);
}
