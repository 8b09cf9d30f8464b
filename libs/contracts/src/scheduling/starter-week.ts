import { z } from 'zod';
import { defineRpc, Id } from '../kernel/index.ts';
import { Post, PostInput, ScheduledFor } from './scheduling.ts';

/** A week has at most one proposal per day. */
const MOST_DRAFTS = 7;

/** A draft with a proposed time. It goes out only when a person schedules it. */
const StarterDraft = z.strictObject({
  caption: PostInput.shape.caption,
  platforms: PostInput.shape.platforms,
  scheduledFor: ScheduledFor,
  photoId: Id,
});

/** POST /api/posts/starter-week: the drafts of a first week, all or none. */
export const StarterWeekInput = z.strictObject({ drafts: z.array(StarterDraft).min(1).max(MOST_DRAFTS) });
export const StarterWeek = z.object({ posts: z.array(Post) });
export type StarterWeek = z.infer<typeof StarterWeek>;

/** POST /api/posts/starter-week/undo */
export const StarterWeekUndo = z.strictObject({ ids: z.array(Id).min(1).max(MOST_DRAFTS) });
export const StarterWeekUndone = z.object({
  removed: z.array(Id),
  /** Somebody has changed these since; they stay. */
  kept: z.array(Id),
});
export type StarterWeekUndone = z.infer<typeof StarterWeekUndone>;

export const starterWeekRpc = {
  starterWeekCreate: defineRpc('rpc.scheduling.starter-week.create.v1', {
    input: StarterWeekInput,
    output: StarterWeek,
    errors: ['upgrade_required', 'not_found', 'invalid_date', 'idempotency_mismatch', 'conflict'],
    keyed: true,
  }),
  starterWeekUndo: defineRpc('rpc.scheduling.starter-week.undo.v1', {
    input: StarterWeekUndo,
    output: StarterWeekUndone,
    retryable: true,
  }),
} as const;
