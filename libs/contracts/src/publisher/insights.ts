import { z } from 'zod';
import { defineEvent, Id, Instant, LocalDate } from '../kernel/index.ts';
import { Platform } from '../platforms/index.ts';

const figure = z.number().int().nonnegative().nullable();

/** Since the post was published; null: the platform does not tell it. */
const ReadFigures = z.object({
  views: figure,
  reach: figure,
  likes: figure,
  comments: figure,
  shares: figure,
  saves: figure,
  clicks: figure,
});

/**
 * What people saw and did on a whole account on one day, wherever its posts were made; null: the platform does not tell it. A later reading
 * may tell more of the same day: platforms count for up to two days.
 */
export const AccountDay = z.object({
  /** A day of UTC. Facebook counts by days of Pacific time: its day is the one that begins some hours into this one. */
  day: LocalDate,
  views: figure,
  /** People, each once on this day: those of several days can't be added up. */
  reach: figure,
  /** As the platform counts them: Facebook and LinkedIn count clicks, too. */
  interactions: figure,
});
export type AccountDay = z.infer<typeof AccountDay>;

/** Posts of one account whose figures one event tells. */
export const MOST_READ_AT_ONCE = 100;
/** Days of the account itself that one event tells. */
export const MOST_ACCOUNT_DAYS = 31;

export const insightEvents = {
  /**
   * What a platform told of some posts of an account, how many follow the account (null: not asked this time, or not told), and of its last
   * full days. Its entity is the account, its version grows with every reading.
   */
  insightsRead: defineEvent(
    'publisher.insights.read.v1',
    z.object({
      accountId: Id,
      platform: Platform,
      /** The database's clock at the reading. */
      readAt: Instant,
      posts: z.array(z.object({ targetId: Id, postId: Id, figures: ReadFigures })).max(MOST_READ_AT_ONCE),
      followers: figure,
      /** Absent in events of the release before. */
      days: z.array(AccountDay).max(MOST_ACCOUNT_DAYS).default([]),
    }),
  ),
} as const;
