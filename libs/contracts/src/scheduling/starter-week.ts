import { z } from 'zod';
import { defineRpc, Id } from '../kernel/index.ts';
import { Post, PostInput, ScheduledFor } from './scheduling.ts';

/** A week has at most one proposal per day. */
const MOST_POSTS = 7;

/** A post of the week. As a draft its time is only proposed; it can be without a photo then. */
const StarterPost = z.strictObject({
  caption: PostInput.shape.caption,
  platforms: PostInput.shape.platforms,
  status: PostInput.shape.status,
  scheduledFor: ScheduledFor,
  photoId: Id.nullable(),
});

/** POST /api/posts/starter-week: posts of a first week, all or none. The first version made drafts alone, hence the name. */
export const StarterWeekInput = z.strictObject({ drafts: z.array(StarterPost).min(1).max(MOST_POSTS) });
export const StarterWeek = z.object({ posts: z.array(Post) });
export type StarterWeek = z.infer<typeof StarterWeek>;

/** POST /api/posts/starter-week/undo */
export const StarterWeekUndo = z.strictObject({ ids: z.array(Id).min(1).max(MOST_POSTS) });
export const StarterWeekUndone = z.object({
  removed: z.array(Id),
  /** Somebody has changed these since, or they are already going out; they stay. */
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
