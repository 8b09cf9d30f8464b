import { z } from 'zod';
import { defineRpc, Id } from '../kernel/index.ts';

export const importLimits = { bytes: 500_000, rows: 500 } as const;

/** One line of the file; `row` counts from 1 below the heading line. */
const ImportRow = z.object({
  row: z.number().int(),
  outcome: z.enum(['created', 'refused', 'not_tried']),
  postId: Id.nullable(),
  errors: z.array(z.object({ column: z.string(), message: z.string() })),
});
export const ImportResult = z.object({
  total: z.number().int(),
  created: z.number().int(),
  refused: z.number().int(),
  rows: z.array(ImportRow),
});
export type ImportResult = z.infer<typeof ImportResult>;

export const importRpc = {
  /** With `allOrNothing` one refused row keeps every other from being created. */
  postImport: defineRpc('rpc.scheduling.post.import.v1', {
    input: z.strictObject({ csv: z.string().max(importLimits.bytes), allOrNothing: z.boolean() }),
    output: ImportResult,
    errors: ['upgrade_required', 'idempotency_mismatch', 'conflict'],
    deadlineMs: 30_000,
  }),
} as const;
