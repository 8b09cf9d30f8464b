import { z } from 'zod';
import { defineEvent, defineRpc, Empty, Id, Instant, Ok, text } from '../kernel/index.ts';
import { ExportCounts } from './exports.ts';
import { MEGABYTE } from '../plans/plans.ts';

/** The most bytes of a zip that one request brings. */
export const IMPORT_PART_BYTES = 8 * MEGABYTE;

/** Something that is not as it was, or not here; `line` of that file of the zip. */
export const ImportFinding = z.object({ file: z.string(), line: z.number().int().nullable(), what: z.string() });
export type ImportFinding = z.infer<typeof ImportFinding>;

/** The person's latest import. */
export const DataImport = z.object({
  id: Id.nullable(),
  /** `waiting`: it is read, and the person chooses what comes back. `refused`: it ended before everything was back. */
  state: z.enum(['none', 'receiving', 'checking', 'waiting', 'working', 'done', 'refused', 'dropped']),
  askedAt: Instant.nullable(),
  /** Of the zip, as announced, and as far as they are here: the next part begins there. */
  bytes: z.number().int(),
  receivedBytes: z.number().int(),
  /** The most bytes that one request may bring. */
  partBytes: z.number().int(),
  refusal: z.string().nullable(),
  /** What the zip holds, business by business. */
  businesses: z.array(
    z.object({
      number: z.number().int(),
      name: z.string(),
      /** Of original photos: they count in the plan's storage. */
      photoBytes: z.number().int(),
      /** Posts that come back as drafts or scheduled: they count in the plan's posts of this month. */
      openPosts: z.number().int(),
      counts: ExportCounts,
    }),
  ),
  /** The share of the work that is done, while it is under way. */
  percent: z.number().int().min(0).max(100),
  brought: ExportCounts,
  leftOut: z.number().int(),
  /** The first of them; `findingsTotal` counts all. */
  findings: z.array(ImportFinding),
  findingsTotal: z.number().int(),
});
export type DataImport = z.infer<typeof DataImport>;

/** `file`: the sender's name of it. Announced again under the same name and size, an upload that broke off goes on where it stopped. */
export const ImportAnnouncement = z.strictObject({
  bytes: z.number().int().min(1),
  file: z.string().min(1).max(300).pipe(text(300)),
});

/** Which businesses of the zip come back, by their numbers; with the caption preferences and notification settings, if wanted. */
export const ImportChoice = z.strictObject({
  businesses: z
    .array(z.number().int().min(1))
    .min(1, 'Please choose at least one business.')
    .max(500)
    .transform((chosen) => [...new Set(chosen)].toSorted((a, b) => a - b)),
  settings: z.boolean().default(false),
});

export const importDataRpc = {
  /** Announces a zip. One that is being received, checked or waits gives way to another; one that is at work does not. */
  importAnnounce: defineRpc('rpc.media.import.announce.v1', {
    input: ImportAnnouncement,
    output: DataImport,
    errors: ['rate_limited', 'conflict', 'payload_too_large', 'unauthorized'],
    retryable: true,
  }),
  /** The internal path and ticket to which the gateway streams the next bytes of the zip. */
  importPart: defineRpc('rpc.media.import.part.v1', {
    input: z.strictObject({
      importId: Id,
      from: z.number().int().min(0),
      bytes: z.number().int().min(1).max(IMPORT_PART_BYTES),
    }),
    output: z.object({ path: z.string(), ticket: z.string() }),
    errors: ['not_found', 'conflict'],
    retryable: true,
  }),
  importGet: defineRpc('rpc.media.import.get.v1', { input: Empty, output: DataImport, retryable: true }),
  importBegin: defineRpc('rpc.media.import.begin.v1', {
    input: ImportChoice,
    output: DataImport,
    errors: ['conflict'],
  }),
  /** Gives up an import that has not begun. */
  importDrop: defineRpc('rpc.media.import.drop.v1', {
    input: Empty,
    output: Ok,
    errors: ['conflict'],
    retryable: true,
  }),
} as const;

/** About a person. */
export const importDataEvents = {
  importAsked: defineEvent('media.import.asked.v1', z.object({ importId: Id, userId: Id })),
  importEnded: defineEvent('media.import.ended.v1', z.object({ importId: Id, userId: Id })),
} as const;
