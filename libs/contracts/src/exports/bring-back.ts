import { z } from 'zod';
import { BusinessInput } from '../identity/schemas.ts';
import { defineRpc, Id, Ok } from '../kernel/index.ts';
import { exportRows } from './export-rows.ts';

/** What became of a row of an import. `note`: why it is not as it was, or not there; a sentence for the person. */
export const BroughtBack = z.object({
  id: Id,
  outcome: z.enum(['made', 'known', 'changed', 'left_out']),
  note: z.string().nullable(),
});
export type BroughtBack = z.infer<typeof BroughtBack>;

const ROWS = 50;

/**
 * Rows of an export, brought back by media in the name of the business's owner. Ids are new and chosen by media, so that a call that is
 * repeated finds what it has made. Nothing that is brought back is ever published by that.
 */
export const bringBackRpc = {
  business: defineRpc('rpc.identity.business.bring-back.v1', {
    caller: 'service',
    input: z.strictObject({ id: Id, profile: BusinessInput }),
    output: Ok,
    errors: ['unauthorized'],
    retryable: true,
  }),
  /** Published and failed ones as history; the others as drafts, or scheduled where that is still possible. */
  posts: defineRpc('rpc.scheduling.post.bring-back.v1', {
    caller: 'service',
    input: z.strictObject({ posts: z.array(exportRows.posts).max(ROWS) }),
    output: z.array(BroughtBack),
    deadlineMs: 20_000,
    errors: ['not_found'],
    retryable: true,
  }),
  /** Paused. */
  schedules: defineRpc('rpc.scheduling.schedule.bring-back.v1', {
    caller: 'service',
    input: z.strictObject({ schedules: z.array(exportRows.schedules.omit({ upcoming: true })).max(ROWS) }),
    output: z.array(BroughtBack),
    deadlineMs: 20_000,
    errors: ['not_found'],
    retryable: true,
  }),
  captions: defineRpc('rpc.captions.generation.bring-back.v1', {
    caller: 'service',
    input: z.strictObject({ captions: z.array(exportRows.captions).max(ROWS) }),
    output: z.array(BroughtBack),
    deadlineMs: 20_000,
    errors: ['not_found'],
    retryable: true,
  }),
} as const;
