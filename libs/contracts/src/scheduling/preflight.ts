import { z } from 'zod';
import { defineEvent, defineRpc, Id, text } from '../kernel/index.ts';
import { Crop } from '../media/index.ts';
import { Platform } from '../platforms/index.ts';
import { PostInput } from './scheduling.ts';

/** A change that fixes a finding; the person applies it with a click. */
export const PreflightFix = z.discriminatedUnion('kind', [
  /** Use this text for the platform (`captionByPlatform`): shortened, or with fewer hashtags. */
  z.object({ kind: z.literal('caption'), label: z.string(), caption: z.string() }),
  /** Crop the picture (POST /api/photos/{id}/edits) and use the new one instead. */
  z.object({ kind: z.literal('crop'), label: z.string(), photoId: Id, crop: Crop }),
  /** Use only these pictures. */
  z.object({ kind: z.literal('photos'), label: z.string(), photoIds: z.array(Id) }),
]);
export type PreflightFix = z.infer<typeof PreflightFix>;

export const PreflightFinding = z.object({
  /** 'caption_length', 'hashtags', 'photo_count', 'photo_aspect', 'photo_size', 'photo_missing', 'account', … */
  rule: z.string(),
  message: z.string(),
  found: z.union([z.string(), z.number()]).nullable(),
  allowed: z.union([z.string(), z.number()]).nullable(),
  photoId: Id.nullable(),
  fix: PreflightFix.nullable(),
});
export type PreflightFinding = z.infer<typeof PreflightFinding>;

/** Errors: the platform would refuse. Warnings: it will be published, but not as intended. */
export const Preflight = z.object({
  ok: z.boolean(),
  platforms: z.array(
    z.object({ platform: Platform, errors: z.array(PreflightFinding), warnings: z.array(PreflightFinding) }),
  ),
});
export type Preflight = z.infer<typeof Preflight>;

/** As POST /api/posts; the caption may still be empty, so that the composer can check while it is written. */
export const PreflightInput = PostInput.extend({
  /** The post that is being edited, so that it does not count as its own duplicate. */
  postId: Id.optional(),
  caption: text(63_206),
  captionByPlatform: z.partialRecord(Platform, text(63_206)).nullable().optional(),
});
export type PreflightInput = z.input<typeof PreflightInput>;

export const preflightRpc = {
  preflightCheck: defineRpc('rpc.scheduling.preflight.check.v1', {
    input: PreflightInput,
    output: Preflight,
    errors: ['not_found'],
    retryable: true,
  }),
} as const;

export const preflightEvents = {
  /** The check of a scheduled post, 24 hours and 1 hour before it is due, found something that will make it fail. */
  postAtRisk: defineEvent(
    'scheduling.post.at-risk.v1',
    z.object({
      postId: Id,
      hoursBefore: z.union([z.literal(24), z.literal(1)]),
      findings: z.array(z.object({ platform: Platform, rule: z.string(), message: z.string() })),
    }),
  ),
} as const;
