import type { PostFigures } from '@postloom/contracts';
import type { GraphClient } from '../graph/graph-client.ts';
import { figuresFrom, lifetimeValues, readEach } from '../graph/graph-insights.ts';
import { asCount } from '../http-call.ts';
import type { InsightAccount, PlatformInsights, PostToRead } from '../platform.port.ts';
import { readingAllowances } from '../reading-allowances.ts';

/** Metrics that pictures and carousels both have: one that a kind of post lacks fails the whole request. */
const METRICS = 'views,reach,likes,comments,saved,shares';
/** Posts that are public under a name of ours have no id that could be asked about. */
const WITHOUT_ID = 'container:';

/** Insights of Instagram API with Instagram Login; one call a post. */
export class InstagramInsights implements PlatformInsights {
  readonly allowance = readingAllowances.instagram;
  readonly postsPerCall = 1;

  constructor(
    private readonly graph: GraphClient,
    private readonly version: string,
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

  async followers(account: InsightAccount): Promise<number | null> {
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
