import { z } from 'zod';
import { CaptionStyle } from '../captions/index.ts';
import { defineRpc, Empty, Id, Instant, LocalDate } from '../kernel/index.ts';
import { Platform } from '../platforms/index.ts';
import { PostSource, PostStats } from '../scheduling/scheduling.ts';

/** Most days of one range. */
export const LONGEST_RANGE_DAYS = 366;
/** Days of the range that is shown unless another one is asked for, today included. */
export const USUAL_RANGE_DAYS = 30;

const count = z.number().int();

/**
 * Sums over posts by the day on which they were published, each with the latest figures that its platform has told. A post
 * counts once per platform. Null: nobody has told such a figure of any of them.
 */
export const Figures = z.object({
  posts: count,
  /** Those of them that a platform has told figures of; the sums and the rate are over these. */
  measured: count,
  views: count.nullable(),
  reach: count.nullable(),
  likes: count.nullable(),
  comments: count.nullable(),
  shares: count.nullable(),
  saves: count.nullable(),
  clicks: count.nullable(),
  /** Likes, comments, shares and saves. */
  interactions: count.nullable(),
  /** People reached; at platforms that don't tell them (X, TikTok) views. */
  audience: count.nullable(),
  /** Percent: see `engagementRate`. */
  engagementRate: z.number().nullable(),
});
export type Figures = z.infer<typeof Figures>;

/** Posts that have something in common, and what came of such posts in the period before. */
const Group = Figures.extend({
  /** Absent: there were none. */
  previous: Figures.optional(),
});

/** How many pictures a post has. */
export const PostFormat = z.enum(['text', 'photo', 'carousel']);
export type PostFormat = z.infer<typeof PostFormat>;

const Totals = Figures.extend({
  /** Posts that went out, each once, whatever the number of its platforms. */
  publishedPosts: count,
});

/** Followers of the accounts that were connected at the end of the range together, as far as their platforms tell. */
const Followers = z.object({
  /** At the end of the range. */
  now: count.nullable(),
  /** Before it began; null when an account that counts in `now` had not been asked yet. */
  before: count.nullable(),
  byPlatform: z.array(z.object({ platform: Platform, now: count.nullable(), before: count.nullable() })),
  /** Days of the range on which a platform was asked. */
  byDay: z.array(z.object({ day: LocalDate, followers: count })),
});

/** Of the days of one account in a period; null: its platform tells it on none of them. */
const AccountTotals = z.object({
  /** Days that were told: a platform tells the last ones up to two days late. They are days of UTC. */
  days: count,
  views: count.nullable(),
  /** People reached on a day, on average: those of several days can't be added up, since many come again. */
  reachPerDay: count.nullable(),
  /** As the platform counts them: Facebook and LinkedIn count clicks, too. */
  interactions: count.nullable(),
});

/**
 * What people saw and did on an account whose followers count, wherever its posts were made. Without platforms that tell nothing of these
 * days, as X and TikTok never do.
 */
const AccountFigures = AccountTotals.extend({
  platform: Platform,
  /** Null: it was not told, or on too few days to compare. */
  previous: AccountTotals.nullable(),
});

/** Of one post over all of its platforms. */
const RankedPost = Figures.extend({
  postId: Id,
  platforms: z.array(Platform),
  /** On its first platform. */
  publishedAt: Instant,
  permalink: z.string().nullable(),
});

/** What analytics itself knows; the range is the one that was answered, both days in the business's time zone and inclusive. */
export const AnalyticsFigures = z.object({
  from: LocalDate,
  to: LocalDate,
  timeZone: z.string(),
  /** The latest reading that is part of the answer; null: there is none. */
  measuredAt: Instant.nullable(),
  totals: Totals,
  /** The same number of days right before the range. */
  previous: z.object({ from: LocalDate, to: LocalDate, totals: Totals }),
  /** Platforms with posts in either period. */
  byPlatform: z.array(Figures.extend({ platform: Platform, previous: Figures })),
  /** Every day of the range, also those without posts. The first one's `previous` is the first day of the period before, and so on. */
  byDay: z.array(Group.extend({ day: LocalDate })),
  /** ISO weekday: Monday is 1, Sunday 7. Those with posts alone, like all that follow. */
  byWeekday: z.array(Group.extend({ weekday: z.number().int().min(1).max(7) })),
  byHour: z.array(Group.extend({ hour: z.number().int().min(0).max(23) })),
  /** The album of the first picture; null: none. Most posts first. */
  byAlbum: z.array(Group.extend({ albumId: Id.nullable() })),
  bySource: z.array(Group.extend({ source: PostSource })),
  /** The style in which the caption was generated; null: a person wrote it. */
  byStyle: z.array(Group.extend({ style: CaptionStyle.nullable() })),
  byFormat: z.array(Group.extend({ format: PostFormat })),
  /** In lower case without `#`; the 30 with the most posts. */
  byHashtag: z.array(Group.extend({ hashtag: z.string() })),
  /** The 10 measured posts with the most interactions. */
  topPosts: z.array(RankedPost),
  followers: Followers,
  /** Absent in the answers of the release before. */
  accounts: z.array(AccountFigures).optional(),
});
export type AnalyticsFigures = z.infer<typeof AnalyticsFigures>;

/** `from` and `to` are calendar days of the business's zone, both inclusive; without them the last 30 days. */
export const AnalyticsQuery = z.strictObject({ from: LocalDate.optional(), to: LocalDate.optional() });

/** Platforms in an address, separated by commas; none: all of them. */
export const BestTimesQuery = z.strictObject({
  platforms: z
    .string()
    .max(200)
    .transform((names) => names.split(','))
    .pipe(z.array(Platform))
    .optional(),
});

/** When posts did well: `own` figures of the business, or `general` guidance while there are too few. */
export const BestTimes = z.object({
  /** Blocks of three hours in which something went out, the best first; none with general guidance. */
  cells: z.array(
    z.object({
      weekday: z.number().int().min(1).max(7),
      /** The first one of the block. */
      hour: z.number().int().min(0).max(23),
      /** Engagement against the business's usual post in percent: 20 is a fifth more. */
      score: z.number(),
      posts: count,
      /** The true score lies between these in 80 of 100 cases. */
      low: z.number().optional(),
      high: z.number().optional(),
      /** What the score rests on, in a sentence. */
      reason: z.string().optional(),
    }),
  ),
  basis: z.enum(['own', 'general']),
  /** Measured posts that this rests on, each once, whatever the number of its platforms. */
  posts: count.optional(),
  /** Which other businesses are weighed in, in a sentence; without it none are. */
  others: z.string().optional(),
});
export type BestTimes = z.infer<typeof BestTimes>;

/** What went along with more or less engagement among the posts of the range, with its evidence. */
export const Finding = z.object({
  kind: z.enum(['format', 'style', 'album', 'source', 'hashtag', 'weekday']),
  /** An album's id; else a value of its kind as in the figures. */
  value: z.string(),
  /** The posts compared, and those they were held against; each once, whatever the number of its platforms. */
  posts: count,
  others: count,
  /** Engagement against the others in percent; the truth lies between these in 95 of 100 cases. */
  change: z.number(),
  low: z.number(),
  high: z.number(),
});
export type Finding = z.infer<typeof Finding>;

/** GET /api/analytics. */
export const Analytics = AnalyticsFigures.extend({
  /** With what the person wrote; null: the post was deleted since. */
  topPosts: z.array(RankedPost.extend({ caption: z.string().nullable(), photoId: Id.nullable() })),
  bestTimes: BestTimes,
  /** Three at most, the clearest first; none when nothing stands out. */
  findings: z.array(Finding).optional(),
  schedules: z.object({ total: count, active: count }),
  library: z.object({ photos: count, posts: count }),
});
export type Analytics = z.infer<typeof Analytics>;

/** GET /api/dashboard/stats: the engagement rate is that of the last 30 days. */
export const DashboardStats = PostStats.extend({
  /** False: no platform has told a figure yet, and the rate is 0 for want of one. */
  engagementMeasured: z.boolean(),
  /** The calendar month before, and the rate of the 30 days before those of `engagementRate`; null: unknown. */
  lastMonth: z.object({ posts: count.nullable(), engagementRate: z.number().nullable() }),
});
export type DashboardStats = z.infer<typeof DashboardStats>;

export const analyticsRpc = {
  /** What the projections know of the active business; a rate is null until a platform has reported a figure. */
  overviewGet: defineRpc('rpc.analytics.overview.get.v1', {
    input: Empty,
    output: z.object({
      publishedPosts: count,
      libraryPhotos: count,
      /** Of posts of the last 30 days. */
      engagementRate: z.number().nullable(),
      /** Of posts of the 30 days before. */
      engagementRateBefore: z.number().nullable().optional(),
    }),
    retryable: true,
  }),
  figuresGet: defineRpc('rpc.analytics.figures.get.v1', {
    input: AnalyticsQuery,
    output: z.object({ figures: AnalyticsFigures, bestTimes: BestTimes, findings: z.array(Finding).optional() }),
    errors: ['invalid_date'],
    retryable: true,
  }),
  /** When posts on these platforms did well; on all of them where none is named. */
  bestTimesGet: defineRpc('rpc.analytics.best-times.get.v1', {
    input: z.strictObject({ platforms: z.array(Platform).optional() }),
    output: BestTimes,
    retryable: true,
  }),
} as const;
