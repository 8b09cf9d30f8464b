import { z } from 'zod';
import { defineRpc, Id } from '../kernel/index.ts';
import { ReportLogo } from '../media/report-logo.ts';
import { Analytics, AnalyticsQuery } from './analytics.ts';

export const ReportFormat = z.enum(['pdf', 'csv', 'xlsx']);
export type ReportFormat = z.infer<typeof ReportFormat>;

export const ReportQuery = AnalyticsQuery.extend({ format: ReportFormat });

/** Who a report is from, and to whom its looks belong. */
export const ReportBrand = z.object({
  /** The sender: the business, or on Agency who it was chosen to be. */
  name: z.string(),
  /** The business that it is about, when the sender has another name. */
  about: z.string().optional(),
  /** Its own colour; null: the usual one. */
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .nullable(),
  /** The product is not named anywhere in the file. */
  isWhiteLabel: z.boolean(),
  /** Of a white-label one; media has it, and whoever puts a report together adds it. */
  logo: ReportLogo.nullable().optional(),
});
export type ReportBrand = z.infer<typeof ReportBrand>;

export const ReportFile = z.object({ fileName: z.string(), mimeType: z.string(), base64: z.string() });
export type ReportFile = z.infer<typeof ReportFile>;

export const reportRpc = {
  /** A file of figures that the gateway has put together: nothing is read or kept. */
  reportMake: defineRpc('rpc.analytics.report.make.v1', {
    input: z.object({
      format: ReportFormat,
      analytics: Analytics,
      brand: ReportBrand,
      albums: z.array(z.object({ id: Id, name: z.string() })),
    }),
    output: ReportFile,
    deadlineMs: 10_000,
    retryable: true,
  }),
} as const;
