import { z } from 'zod';
import { defineEvent, defineRpc, Empty, Id, Instant } from '../kernel/index.ts';

/** The form of an export's files. An import refuses a version that it does not know. */
export const EXPORT_VERSION = 1;

/** How many of each kind an export holds. */
export const ExportCounts = z.object({
  businesses: z.number().int(),
  photos: z.number().int(),
  albums: z.number().int(),
  posts: z.number().int(),
  schedules: z.number().int(),
  captions: z.number().int(),
});
export type ExportCounts = z.infer<typeof ExportCounts>;

/** The person's latest export. */
export const DataExport = z.object({
  state: z.enum(['none', 'working', 'ready', 'failed', 'expired']),
  askedAt: Instant.nullable(),
  /** The share of the work that is done, while it is under way. */
  percent: z.number().int().min(0).max(100),
  readyAt: Instant.nullable(),
  /** Until when it can be downloaded. */
  expiresAt: Instant.nullable(),
  /** Of the file that can be downloaded. */
  bytes: z.number().int().nullable(),
  counts: ExportCounts,
});
export type DataExport = z.infer<typeof DataExport>;

export const exportRpc = {
  /** Begins an export of everything that is the person's own; one that is under way goes on. */
  exportStart: defineRpc('rpc.media.export.start.v1', {
    input: Empty,
    output: DataExport,
    errors: ['rate_limited'],
    retryable: true,
  }),
  exportGet: defineRpc('rpc.media.export.get.v1', { input: Empty, output: DataExport, retryable: true }),
  /** The internal path and ticket from which the gateway streams the person's export, with ranges. */
  exportOpen: defineRpc('rpc.media.export.open.v1', {
    input: Empty,
    output: z.object({ path: z.string(), ticket: z.string() }),
    errors: ['not_found'],
    deadlineMs: 2_000,
    retryable: true,
  }),
} as const;

/** About a person; `exportEnded` happens in the business that they work in, for its notification. */
export const exportEvents = {
  exportAsked: defineEvent('media.export.asked.v1', z.object({ exportId: Id, userId: Id })),
  exportEnded: defineEvent(
    'media.export.ended.v1',
    z.object({ exportId: Id, userId: Id, outcome: z.enum(['ready', 'failed']), expiresAt: Instant.nullable() }),
  ),
} as const;
