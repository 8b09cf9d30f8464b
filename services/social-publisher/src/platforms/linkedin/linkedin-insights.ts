import { noFigures } from '@postloom/contracts';
import type { PostFigures } from '@postloom/contracts';
import { asCount, asList, asObject, asText } from '../http-call.ts';
import type { InsightAccount, PlatformInsights, PostToRead } from '../platform.port.ts';
import { readingAllowances } from '../reading-allowances.ts';
import type { LinkedInClient } from './linkedin-client.ts';
import { ORGANIZATION_URN } from './linkedin-sign-in.ts';

const UGC_POST = 'urn:li:ugcPost:';
/** A post is not read for the second time before this age (`readingHours` of insights/schedule.ts). */
const FIRST_READING_MS = 6 * 3_600_000;

/** Statistics of an organization's posts. LinkedIn tells apps like ours nothing of a member's. */
export class LinkedInInsights implements PlatformInsights {
  readonly allowance = readingAllowances.linkedin;
  readonly postsPerCall = 20;

  constructor(
    private readonly linkedIn: LinkedInClient,
    private readonly now: () => Date,
  ) {}

  /** Shares and UGC posts are asked for apart. */
  callsFor(posts: readonly PostToRead[]): number {
    return new Set(posts.map(kindOf)).size;
  }

  offers(accountRemoteId: string): boolean {
    return accountRemoteId.startsWith(ORGANIZATION_URN);
  }

  async posts(account: InsightAccount, posts: readonly PostToRead[]): Promise<ReadonlyMap<string, PostFigures>> {
    const told = new Map<string, PostFigures>();
    for (const [kind, group] of Map.groupBy(posts, kindOf)) {
      const list = group.map(({ remoteId }) => encodeURIComponent(remoteId)).join(',');
      const answer = await this.read(
        account,
        `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${encodeURIComponent(account.remoteId)}&${kind}s=List(${list})`,
      );
      const elements = new Map(asList(answer['elements']).map((element) => [asText(element[kind]), element]));
      for (const post of group) {
        const element = elements.get(post.remoteId);
        // LinkedIn leaves out a post that nobody has seen yet, and one that is gone: only of the first do we know that its figures are zeros.
        if (element !== undefined || this.isNew(post)) {
          told.set(post.remoteId, figuresOf(asObject(element?.['totalShareStatistics']) ?? {}));
        }
      }
    }
    return told;
  }

  private isNew({ publishedAt }: PostToRead): boolean {
    return this.now().getTime() - publishedAt.getTime() < FIRST_READING_MS;
  }

  async followers(account: InsightAccount): Promise<number | null> {
    const path = `/rest/networkSizes/${encodeURIComponent(account.remoteId)}?edgeType=COMPANY_FOLLOWED_BY_MEMBER`;
    return asCount((await this.read(account, path))['firstDegreeSize']);
  }

  private read(account: InsightAccount, path: string): Promise<Record<string, unknown>> {
    return this.linkedIn.read({ method: 'GET', path, token: account.tokens.accessToken });
  }
}

function kindOf({ remoteId }: PostToRead): 'share' | 'ugcPost' {
  return remoteId.startsWith(UGC_POST) ? 'ugcPost' : 'share';
}

function figuresOf(statistics: Readonly<Record<string, unknown>>): PostFigures {
  const told = (name: string): number => asCount(statistics[name]) ?? 0;
  return {
    ...noFigures,
    ...{ views: told('impressionCount'), reach: told('uniqueImpressionsCount'), clicks: told('clickCount') },
    ...{ likes: told('likeCount'), comments: told('commentCount'), shares: told('shareCount') },
  };
}
