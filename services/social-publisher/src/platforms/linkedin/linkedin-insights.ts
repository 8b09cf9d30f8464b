import { noFigures } from '@postloom/contracts';
import type { AccountDay, PostFigures } from '@postloom/contracts';
import { lastFullDays, readAccount } from '../account-days.ts';
import { asCount, asList, asObject, asText } from '../http-call.ts';
import type { AccountReading, InsightAccount, PlatformInsights, PostToRead } from '../platform.port.ts';
import { readingAllowances } from '../reading-allowances.ts';
import type { LinkedInClient } from './linkedin-client.ts';
import { ORGANIZATION_URN } from './linkedin-sign-in.ts';

const UGC_POST = 'urn:li:ugcPost:';
/** A post is not read for the second time before this age (`readingHours` of insights/schedule.ts). */
const FIRST_READING_MS = 6 * 3_600_000;

/** What a visitor of an organization's page may do. */
const INTERACTIONS = ['clickCount', 'likeCount', 'commentCount', 'shareCount'];

/** Statistics of an organization and its posts. LinkedIn tells apps like ours nothing of a member's. */
export class LinkedInInsights implements PlatformInsights {
  readonly allowance = readingAllowances.linkedin;
  readonly postsPerCall = 20;
  readonly accountCalls = 2;

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
      const answer = await this.read(account, `${statisticsOf(account)}&${kind}s=List(${list})`);
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

  account(account: InsightAccount): Promise<AccountReading> {
    return readAccount(account, (asked) => this.followers(asked), [(asked) => this.days(asked)]);
  }

  /** A day that the answer leaves out is not told. */
  private async days(account: InsightAccount): Promise<AccountDay[]> {
    const windows = lastFullDays(this.now());
    const [first, end] = [windows[0]?.from ?? 0, windows.at(-1)?.to ?? 0];
    const answer = await this.read(
      account,
      `${statisticsOf(account)}&timeIntervals=(timeRange:(start:${first},end:${end}),timeGranularityType:DAY)`,
    );
    return asList(answer['elements']).flatMap((element): AccountDay[] => {
      const start = asObject(element['timeRange'])?.['start'];
      const window = windows.find(({ from, to }) => typeof start === 'number' && from <= start && start < to);
      const statistics = asObject(element['totalShareStatistics']) ?? {};
      const told = (name: string): number | null => asCount(statistics[name]);
      const interactions = INTERACTIONS.map(told).filter((count) => count !== null);
      return window === undefined
        ? []
        : [
            {
              ...{ day: window.day, views: told('impressionCount'), reach: told('uniqueImpressionsCount') },
              interactions: interactions.length === 0 ? null : interactions.reduce((sum, count) => sum + count, 0),
            },
          ];
    });
  }

  private async followers(account: InsightAccount): Promise<number | null> {
    const path = `/rest/networkSizes/${encodeURIComponent(account.remoteId)}?edgeType=COMPANY_FOLLOWED_BY_MEMBER`;
    return asCount((await this.read(account, path))['firstDegreeSize']);
  }

  private read(account: InsightAccount, path: string): Promise<Record<string, unknown>> {
    return this.linkedIn.read({ method: 'GET', path, token: account.tokens.accessToken });
  }
}

function statisticsOf({ remoteId }: InsightAccount): string {
  return `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${encodeURIComponent(remoteId)}`;
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
