import { z } from 'zod';
import { ReportBrandSettings, ReportSchedule } from '../analytics/index.ts';
import { AiProvider, CaptionVoice, UserSettings, WrittenCaption } from '../captions/index.ts';
import { NotificationPreferences } from '../identity/notification-preferences.ts';
import { Business } from '../identity/schemas.ts';
import { Id, Instant } from '../kernel/index.ts';
import { Album, ExportCounts, Photo, ReportLogo } from '../media/index.ts';
import { Occurrence, Post, RecurringSchedule } from '../scheduling/index.ts';

/** The lines of an export's NDJSON files, one schema per kind. No secret has a place in them. */
export const exportRows = {
  account: z.object({
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    createdAt: Instant,
    captionPreferences: UserSettings,
    notificationPreferences: NotificationPreferences,
  }),
  /** `aiProvider` writes the captions in `captionVoice`, others stand in where `failover` says so; the first exports have neither. */
  business: Business.omit({ role: true, version: true }).extend({
    isActive: z.boolean(),
    aiProvider: AiProvider,
    failover: z.boolean().default(false),
    captionVoice: CaptionVoice.prefault({}),
    /** Those that its person gets by mail; earlier exports have none. */
    reportSchedules: z.array(ReportSchedule.omit({ nextAt: true })).default([]),
    /** What its reports look like where that was chosen. */
    reportBrand: ReportBrandSettings.shape.saved.default({ sender: null, color: null }),
    reportLogo: ReportLogo.nullable().default(null),
  }),
  albums: Album.omit({ photoCount: true, cover: true }),
  /** Paths are those of the files in the zip; null: the picture was not there any more. */
  photos: Photo.pick({
    ...{ id: true, originalName: true, fileSize: true, width: true, height: true, mimeType: true },
    ...{ albumId: true, altText: true, tags: true, sha256: true, createdAt: true, edit: true },
  }).extend({ path: z.string().nullable(), preview: z.string().nullable() }),
  posts: Post.omit({ version: true, preflight: true }),
  schedules: RecurringSchedule.omit({ version: true, nextPostDate: true }).extend({ upcoming: z.array(Occurrence) }),
  captions: WrittenCaption,
} as const;

export type ExportKind = keyof typeof exportRows;
export type ExportRow<K extends ExportKind> = z.infer<(typeof exportRows)[K]>;

/** A file of the export, as its manifest lists it. */
export const ExportFile = z.object({
  path: z.string(),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Lines, of an NDJSON file. */
  rows: z.number().int().min(0).optional(),
});
export type ExportFile = z.infer<typeof ExportFile>;

/** `manifest.json`: every other file of the export, each on a line of its own. */
export const ExportManifest = z.object({
  product: z.literal('Postloom'),
  version: z.number().int(),
  exportId: Id,
  madeAt: Instant,
  counts: ExportCounts,
  files: z.array(ExportFile),
});
export type ExportManifest = z.infer<typeof ExportManifest>;
