import { z } from 'zod';
import { defineRpc, Id, Instant, LocalDate } from '../kernel/index.ts';
import { Platform } from '../platforms/index.ts';

/** A post in the summary of a week; an upcoming occurrence of a schedule has no id, and no caption until one is written. */
const WeekPost = z.object({
  id: Id.nullable(),
  /** Its beginning. */
  caption: z.string().nullable(),
  at: Instant,
  platforms: z.array(Platform),
});
const WeekPosts = z.object({ total: z.number().int(), first: z.array(WeekPost) });

/** The posts of the seven days before a Monday, and what is planned for the seven from it on, in the business's zone. */
export const WeekOfPosts = z.object({
  timeZone: z.string(),
  published: WeekPosts,
  failed: WeekPosts,
  planned: WeekPosts,
});
export type WeekOfPosts = z.infer<typeof WeekOfPosts>;

export const weekRpc = {
  /** Called by identity for the weekly summary, for the business of the call. */
  weekGet: defineRpc('rpc.scheduling.week.get.v1', {
    caller: 'service',
    input: z.strictObject({ monday: LocalDate }),
    output: WeekOfPosts,
    errors: ['no_business'],
    retryable: true,
  }),
} as const;
