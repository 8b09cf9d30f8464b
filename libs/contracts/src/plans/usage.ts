import { z } from 'zod';
import { defineEvent, Id, Instant } from '../kernel/index.ts';
import { Metric, UNLIMITED } from './plans.ts';

/** Percent of a limit above which people are warned; the higher one says that it is almost used up. */
export const USAGE_WARNINGS = [80, 90] as const;

/** The warning that holds at this usage; null: none. */
export function usageWarning(used: number, limit: number): (typeof USAGE_WARNINGS)[number] | null {
  if (limit === UNLIMITED || limit <= 0) {
    return null;
  }
  return USAGE_WARNINGS.findLast((percent) => used * 100 > percent * limit) ?? null;
}

const UsageWarned = z.object({
  payerId: Id,
  metric: Metric,
  percent: z.union([z.literal(80), z.literal(90)]),
  /** A count, or bytes. */
  used: z.number().int(),
  limit: z.number().int(),
});
export type UsageWarned = z.infer<typeof UsageWarned>;

/** A limit is nearly used up: told by its owner, once per warning and billing period. Accounts are connected one by one and need none. */
export const usageEvents = {
  postsWarned: defineEvent('scheduling.usage.warned.v1', UsageWarned),
  captionsWarned: defineEvent('captions.usage.warned.v1', UsageWarned),
  storageWarned: defineEvent('media.usage.warned.v1', UsageWarned),
} as const;

/** What was counted in the billing periods of a payer, newest first; periods without use are not there. */
export const UsageHistory = z.object({
  periods: z.array(z.object({ periodStart: Instant, used: z.number().int() })).max(12),
});
export type UsageHistory = z.infer<typeof UsageHistory>;

/** GET /api/user/usage-history. */
export const UserUsageHistory = z.object({
  /** The last 12 billing periods with use, newest first. */
  periods: z
    .array(
      z.object({ periodStart: Instant, posts: z.number().int().nullable(), captions: z.number().int().nullable() }),
    )
    .max(12),
  /** Figures whose owner did not answer in time; they are null above. */
  unavailable: z.array(Metric).optional(),
});
export type UserUsageHistory = z.infer<typeof UserUsageHistory>;
