import { Injectable } from '@nestjs/common';
import { platforms as allPlatforms } from '@postloom/contracts';
import type { BestTimes, Finding } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { bestTimes, evidenceOfPosts, othersSaid, scoredPosts } from '../best-times/index.ts';
import type { TimedTarget } from '../best-times/index.ts';
import { comparedPosts, findingsOf } from '../findings/index.ts';
import type { Trait } from '../findings/index.ts';
import { OtherBusinesses } from '../pools/index.ts';
import { MeasuredPostsRepository } from './measured-posts.repository.ts';
import type { MeasuredRow } from './measured-posts.repository.ts';
import { sequence } from './sequence.ts';

/** Days that best times look back: habits of readers change slowly, and seasons come once a year. */
const LOOK_BACK_DAYS = 365;
/** Posts that findings are about, the newest: more would tell little more, and a business may have tens of thousands. */
const MOST_COMPARED = 500;
/** Targets that are read for either, the newest: as many posts as are compared, each on every platform. */
const MOST_TARGETS = MOST_COMPARED * allPlatforms.length;
/** Measured posts from which a business's own times are shown. */
const LEAST_POSTS = 20;
const DAY_MS = 86_400_000;

interface Clock {
  /** The business's day. */
  readonly today: string;
  readonly timeZone: string;
}

interface Asked extends Clock {
  readonly range: { readonly from: string; readonly to: string };
}

interface Advice {
  readonly bestTimes: BestTimes;
  readonly findings: Finding[];
}

/** When posts did well, and what those that did well have in common. */
@Injectable()
export class GiveAdvice {
  constructor(
    private readonly measured: MeasuredPostsRepository,
    private readonly others: OtherBusinesses,
  ) {}

  /** Best times do not depend on the range, findings are of its posts. */
  async execute(tx: Tx, businessId: string, { range, ...clock }: Asked): Promise<Advice> {
    const { timeZone } = clock;
    const [times, ofRange] = await Promise.all([
      this.times(tx, businessId, clock),
      this.measured.between(tx, businessId, { ...range, timeZone, most: MOST_TARGETS, platforms: null }),
    ]);
    const posts = comparedPosts(ofRange.map(traitsOf)).slice(-MOST_COMPARED);
    return { bestTimes: times, findings: [...findingsOf(posts, sequence())] };
  }

  /** The best times alone; null: on all platforms together. */
  async times(
    tx: Tx,
    businessId: string,
    { today, timeZone }: Clock,
    platforms: readonly string[] | null = null,
  ): Promise<BestTimes> {
    const from = new Date(Date.parse(today) - LOOK_BACK_DAYS * DAY_MS).toISOString().slice(0, 10);
    const range = { from, to: today, timeZone, most: MOST_TARGETS, platforms };
    const targets = await this.measured.timesBetween(tx, businessId, range);
    const posts = scoredPosts(targets);
    const evidence = evidenceOfPosts(posts);
    if (posts.length < LEAST_POSTS) {
      return told(bestTimes(evidence, { leastPosts: LEAST_POSTS }));
    }
    const { expected, industry, others } = await this.others.expectedOf(tx, businessId, sharesOf(targets));
    const times = told(bestTimes(evidence, { leastPosts: LEAST_POSTS, expected }));
    return expected.isLearned ? { ...times, others: othersSaid(industry, others) } : times;
  }
}

/** How the targets of a business are spread over the platforms. */
function sharesOf(targets: readonly TimedTarget[]): { readonly platform: string; readonly share: number }[] {
  return [...Map.groupBy(targets, ({ platform }) => platform)].map(([platform, own]) => ({
    platform,
    share: own.length / targets.length,
  }));
}

function told({ basis, posts, times }: ReturnType<typeof bestTimes>): BestTimes {
  return {
    ...{ basis, posts },
    cells: times.map(({ weekday, hour, posts: count, change, low, high, reason }) => ({
      ...{ weekday, hour, posts: count, reason },
      ...{ score: percent(change), low: percent(low), high: percent(high) },
    })),
  };
}

/** With one decimal; what is clearly above or below the usual stays so. */
function percent(change: number): number {
  return Math.round(change * 1_000) / 10;
}

function traitsOf(row: MeasuredRow): MeasuredRow & { readonly traits: readonly Trait[] } {
  const { weekday, photos, source, album, style, hashtags } = row;
  const traits: Trait[] = [{ kind: 'weekday', value: String(weekday) }];
  if (photos !== null) {
    traits.push({ kind: 'format', value: photos === 0 ? 'text' : photos === 1 ? 'photo' : 'carousel' });
  }
  if (source !== null) {
    traits.push({ kind: 'source', value: source });
  }
  if (album !== null) {
    traits.push({ kind: 'album', value: album });
  }
  if (style !== null) {
    traits.push({ kind: 'style', value: style });
  }
  for (const hashtag of new Set(hashtags)) {
    traits.push({ kind: 'hashtag', value: hashtag });
  }
  return { ...row, traits };
}
