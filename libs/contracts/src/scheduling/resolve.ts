import { z } from 'zod';
import { defineEvent, defineRpc, Id } from '../kernel/index.ts';
import { Platform } from '../platforms/index.ts';
import { postMessages } from './messages.ts';
import { Post } from './scheduling.ts';

/** A person's resolution of a target whose outcome could not be verified: published, send again, or give up. */
export const Resolution = z.strictObject({
  outcome: z.enum(['published', 'send_again', 'give_up']),
  /** Where it can be seen, when the person knows. */
  permalink: z
    .url({ protocol: /^https?$/, error: postMessages.linkInvalid })
    .max(2_000, 'Please use at most 2000 characters.')
    .nullable()
    .optional(),
});

export const resolveRpc = {
  targetResolve: defineRpc('rpc.scheduling.target.resolve.v1', {
    input: z.strictObject({ id: Id, platform: Platform, resolution: Resolution }),
    output: Post,
    errors: ['not_found', 'not_retryable', 'upgrade_required', 'idempotency_mismatch', 'conflict'],
    keyed: true,
  }),
} as const;

export const resolveEvents = {
  /** `send_again` is accompanied by a target.due of the next round. */
  targetResolved: defineEvent(
    'scheduling.target.resolved.v1',
    z.object({
      targetId: Id,
      round: z.number().int().positive(),
      postId: Id,
      outcome: z.enum(['published', 'send_again', 'give_up']),
    }),
  ),
} as const;
