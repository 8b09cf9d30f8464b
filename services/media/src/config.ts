import { days, defineConfig, rateLimit } from '@postloom/chassis';
import { UPLOAD_PART_BYTES } from '@postloom/contracts';
import { z } from 'zod';
import { parseTicketKeys } from './tickets/ticket.ts';

/** `SERVICE_PORT` is the internal HTTP server that carries bytes; it is never exposed to the outside. */
export const config = defineConfig({
  s3Endpoint: z.url().optional(),
  /** Where browsers reach the same storage; without it they send files through the gateway. */
  s3PublicEndpoint: z.url().optional(),
  /**
   * Where a CDN in front of the product answers: small pictures are fetched from there, by addresses that are signed instead of asking for a
   * session. Without it they are fetched from the product.
   */
  mediaPublicUrl: z
    .url({ protocol: /^https?$/ })
    .transform((address) => address.replace(/\/+$/, ''))
    .optional(),
  s3Bucket: z.string(),
  s3AccessKey: z.string(),
  s3SecretKey: z.string(),
  s3Region: z.string().default('us-east-1'),
  /** Longest wait for a connection to the storage, in milliseconds. */
  s3ConnectTimeoutMs: z.coerce.number().int().min(100).max(60_000).default(5_000),
  /**
   * Longest time, in milliseconds, in which the storage neither takes nor gives a byte of what is under way. The last megabytes of a file
   * are with the system by then, which says no more of them: storage must take those within this time.
   */
  s3SilenceTimeoutMs: z.coerce.number().int().min(100).max(300_000).default(30_000),
  /**
   * Keys of the tickets that give the gateway and the platforms access to single uploads and objects: `<id>:<at least 32 characters>`,
   * separated by commas. The first signs, all are accepted.
   */
  ticketSecrets: z.string().transform((text, context) => {
    const keys = parseTicketKeys(text);
    if (keys === undefined) {
      context.addIssue('write <id>:<at least 32 characters>, separated by commas');
      return z.NEVER;
    }
    return keys;
  }),
  /** Days for which a deleted photo can be brought back (deploy/docs/retention.md). */
  keepDeletedPhotosDays: days(30),
  /** Files of at least this many bytes travel in parts, so that an interrupted upload goes on where it stopped. */
  uploadPartsFromBytes: z.coerce
    .number()
    .int()
    .min(UPLOAD_PART_BYTES)
    .default(2 * UPLOAD_PART_BYTES),
  /** How long a signed address for storing is valid, in seconds. */
  uploadAddressSeconds: z.coerce.number().int().min(60).max(86_400).default(600),
  /** How long an upload in parts may take, in seconds, interruptions included. */
  uploadPartsSeconds: z.coerce.number().int().min(600).max(604_800).default(86_400),
  /** Uploads to storage that a business may have under way at the same time. */
  uploadLimit: z.coerce.number().int().min(1).max(100_000).default(500),
  /** Hours between two comparisons of the bucket with the rows. */
  storageSweepHours: z.coerce.number().int().min(1).max(8_760).default(24),
  /** Hours after which an object that nothing names is held back, and removed when the next comparison finds it as well. */
  storageSweepGraceHours: z.coerce.number().int().min(2).max(8_760).default(48),
  /** Objects without a name above which none is removed: so many mean that the database is older than the bucket. 0: never any. */
  storageSweepOrphans: z.coerce.number().int().min(0).default(1_000),
  /** Pictures decoded at the same time, each in a process of its own; one more than cores by default. */
  pictureProcesses: z.coerce.number().int().min(1).max(64).optional(),
  /**
   * Room on the disk for files on their way, in megabytes; a quarter of it may be one business's. Where /tmp has a limit, this is below it:
   * who exceeds the limit is evicted. The least is such that the largest file, a segment of an export, fits into a quarter.
   */
  diskRoomMb: z.coerce.number().int().min(300).max(1_000_000).default(800),
  /** Pictures that one business may have fetched from websites. */
  limitLinks: rateLimit(100, 3_600),
  /** Exports that one person may begin. */
  limitExports: rateLimit(3, 86_400),
  /** Days for which an export can be downloaded, and for which it is known afterwards that there was one. */
  keepExportsDays: days(7),
  keepExportRecordsDays: days(30),
  /** Imports that one person may announce; megabytes of a zip at most. */
  limitImports: rateLimit(10, 86_400),
  importMaxMb: z.coerce.number().int().min(1).max(1_000_000).default(100_000),
  /** Days for which a zip waits for its person's choice and its end, and for which its report can be read. */
  keepImportsDays: days(14),
});
export type MediaConfig = typeof config;
