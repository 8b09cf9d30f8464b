import { z } from 'zod';
import { defineEvent, Id, Instant } from '../kernel/index.ts';
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

/** Posts of one account whose figures one event tells. */
export const MOST_READ_AT_ONCE = 100;

export const insightEvents = {
  /**
   * What a platform told of some posts of an account, and how many follow the account (null: not asked this time, or not told). Its entity
   * is the account, its version grows with every reading.
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
    }),
  ),
} as const;
