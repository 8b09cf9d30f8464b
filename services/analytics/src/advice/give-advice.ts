import { Injectable } from '@nestjs/common';
import type { BestTimes, Finding } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { bestTimes, evidenceOfSlots, othersSaid, together } from '../best-times/index.ts';
import { findingsOf } from '../findings/index.ts';
import type { Trait } from '../findings/index.ts';
import { OtherBusinesses } from '../pools/index.ts';
import { MeasuredPostsRepository } from './measured-posts.repository.ts';
import type { MeasuredRow } from './measured-posts.repository.ts';
import { sequence } from './sequence.ts';

/** Days that best times look back: habits of readers change slowly, and seasons come once a year. */
const LOOK_BACK_DAYS = 365;
/** Posts that findings are about, the newest: more would tell little more, and a business may have tens of thousands. */
const MOST_COMPARED = 500;
/** Measured posts from which a business's own times are shown. */
const LEAST_POSTS = 20;
const DAY_MS = 86_400_000;

interface Asked {
  /** The business's day. */
  readonly today: string;
  readonly timeZone: string;
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
  async execute(tx: Tx, businessId: string, { today, timeZone, range }: Asked): Promise<Advice> {
    const [times, ofRange] = await Promise.all([
      this.times(tx, businessId, today),
      this.measured.between(tx, businessId, { ...range, timeZone, most: MOST_COMPARED }),
    ]);
    return { bestTimes: times, findings: [...findingsOf(ofRange.map(traitsOf), sequence())] };
  }

  /** The best times alone; null: on all platforms together. */
  async times(
    tx: Tx,
    businessId: string,
    today: string,
    platforms: readonly string[] | null = null,
  ): Promise<BestTimes> {
    const since = new Date(Date.parse(today) - LOOK_BACK_DAYS * DAY_MS).toISOString().slice(0, 10);
    const rows = await this.measured.slotsBetween(tx, businessId, { from: since, to: today }, platforms);
    const ofPlatforms = [...Map.groupBy(rows, ({ platform }) => platform)].map(([platform, slots]) => ({
      platform,
      evidence: evidenceOfSlots(slots),
      posts: slots.reduce((sum, { posts }) => sum + posts, 0),
    }));
    const evidence = together(ofPlatforms.map(({ evidence: one }) => one));
    const all = ofPlatforms.reduce((sum, { posts }) => sum + posts, 0);
    if (all < LEAST_POSTS) {
      return told(bestTimes(evidence, { leastPosts: LEAST_POSTS }));
    }
    const { expected, industry, others } = await this.others.expectedOf(
      tx,
      businessId,
      ofPlatforms.map(({ platform, posts }) => ({ platform, share: posts / all })),
    );
    const times = told(bestTimes(evidence, { leastPosts: LEAST_POSTS, expected }));
    return expected.isLearned ? { ...times, others: othersSaid(industry, others) } : times;
  }
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
