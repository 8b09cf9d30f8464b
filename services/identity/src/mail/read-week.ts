import { Injectable } from '@nestjs/common';
import { weekRpc } from '@postloom/contracts';
import type { NotificationPreferences, WeekOfPosts } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { noticesOf, PreferencesRepository } from '../preferences/index.ts';
import type { BusinessWeek, MailWeek } from './week-letter.ts';
import { WeeksRepository } from './weeks.repository.ts';
import type { OpenNotice, SummaryBusiness } from './weeks.repository.ts';

/** Ten businesses, one after the other, stay within the lease of the mail. */
const PATIENCE_MS = 2_000;

/** What identity knows of a person's week. */
export interface KnownWeek {
  readonly businesses: readonly SummaryBusiness[];
  readonly notices: readonly OpenNotice[];
  readonly kinds: NotificationPreferences['kinds'];
}

/** What a summary says, as far as its reader wants to hear of it. */
@Injectable()
export class ReadWeek {
  constructor(
    private readonly rpc: Rpc,
    private readonly weeks: WeeksRepository,
    private readonly preferences: PreferencesRepository,
  ) {}

  async known(tx: Tx, userId: string): Promise<KnownWeek> {
    const businesses = await this.weeks.businesses(tx, userId);
    const { kinds } = await this.preferences.of(tx, userId);
    // A post that failed is told among the posts.
    const wanted = noticesOf((kind) => kinds[kind].weekly).filter((notice) => notice !== 'post_failed');
    const ids = businesses.map(({ id }) => id);
    return { businesses, kinds, notices: await this.weeks.openNotices(tx, ids, wanted) };
  }

  /** Asks scheduling about the posts. Null when there is nothing to say. */
  async complete({ businesses, notices, kinds }: KnownWeek, monday: string): Promise<MailWeek | null> {
    const weeks: BusinessWeek[] = [];
    for (const { id, name } of businesses) {
      const caller = { ...this.rpc.systemCaller('identity'), businessId: id };
      const posts = await this.rpc.call(weekRpc.weekGet, { monday }, caller, { deadlineMs: PATIENCE_MS });
      weeks.push({ id, name, ...told(posts, kinds), notices: notices.filter((notice) => notice.business_id === id) });
    }
    const told_ = weeks.filter(hasSomething);
    return told_.length === 0 ? null : { businesses: told_, others: (businesses[0]?.all ?? 0) - businesses.length };
  }
}

const NONE: WeekOfPosts['published'] = { total: 0, first: [] };

function told(posts: WeekOfPosts, kinds: NotificationPreferences['kinds']): WeekOfPosts {
  return {
    ...posts,
    published: kinds.posts_published.weekly ? posts.published : NONE,
    failed: kinds.posts_failed.weekly ? posts.failed : NONE,
  };
}

function hasSomething({ published, failed, planned, notices }: BusinessWeek): boolean {
  return published.total + failed.total + planned.total + notices.length > 0;
}
