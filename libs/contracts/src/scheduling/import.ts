import { z } from 'zod';
import { defineRpc, Id } from '../kernel/index.ts';

export const importLimits = { bytes: 500_000, rows: 500 } as const;

const RowErrors = z.array(z.object({ column: z.string(), message: z.string() }));

/**
 * What a row says again: a post that is there (`postId`), or an earlier row of the file (`row`). The same are platforms, caption and time.
 */
const SameAs = z.object({ postId: Id.nullable(), row: z.number().int().nullable() });

/** One line of the file; `row` counts from 1 below the heading line. */
const ImportRow = z.object({
  row: z.number().int(),
  /** `duplicate`: left out as asked. */
  outcome: z.enum(['created', 'refused', 'not_tried', 'duplicate']),
  postId: Id.nullable(),
  errors: RowErrors,
  sameAs: SameAs.optional(),
});
export const ImportResult = z.object({
  total: z.number().int(),
  created: z.number().int(),
  refused: z.number().int(),
  /** Left out as duplicates; only when that was asked for. */
  duplicates: z.number().int().optional(),
  rows: z.array(ImportRow),
});
export type ImportResult = z.infer<typeof ImportResult>;

/** What an import of the file would do now, row by row. A row that is there already counts as a duplicate whatever else may be said of it. */
export const ImportPreview = z.object({
  total: z.number().int(),
  ready: z.number().int(),
  refused: z.number().int(),
  duplicates: z.number().int(),
  /** The first and the last time among the rows that could be read; null when none has one. */
  first: z.string().nullable(),
  last: z.string().nullable(),
  rows: z.array(
    z.object({
      row: z.number().int(),
      outcome: z.enum(['ready', 'refused', 'duplicate']),
      errors: RowErrors,
      sameAs: SameAs.optional(),
    }),
  ),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** POST /api/posts/import/undo: posts that one import has made. */
export const ImportUndo = z.strictObject({ ids: z.array(Id).min(1).max(importLimits.rows) });
export const ImportUndone = z.object({
  removed: z.array(Id),
  /** Somebody has changed these since, or they are already going out; they stay. */
  kept: z.array(Id),
});
export type ImportUndone = z.infer<typeof ImportUndone>;

/** What becomes of rows that say a post again that is there already. Nothing said: they are imported. */
export const Duplicates = z.enum(['import', 'skip']);

const csv = z.string().max(importLimits.bytes);

export const importRpc = {
  /** With `allOrNothing` one refused row keeps every other from being created; a duplicate that is left out is not refused. */
  postImport: defineRpc('rpc.scheduling.post.import.v1', {
    input: z.strictObject({ csv, allOrNothing: z.boolean(), duplicates: Duplicates.optional() }),
    output: ImportResult,
    errors: ['upgrade_required', 'idempotency_mismatch', 'conflict'],
    deadlineMs: 30_000,
  }),
  importPreview: defineRpc('rpc.scheduling.post.import-preview.v1', {
    input: z.strictObject({ csv }),
    output: ImportPreview,
    retryable: true,
    deadlineMs: 30_000,
  }),
  importUndo: defineRpc('rpc.scheduling.post.import-undo.v1', {
    input: ImportUndo,
    output: ImportUndone,
    retryable: true,
    deadlineMs: 30_000,
  }),
} as const;
