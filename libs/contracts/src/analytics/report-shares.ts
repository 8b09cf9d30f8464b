import { z } from 'zod';
import { ById, defineRpc, Empty, Id, Instant, LocalDate, Ok } from '../kernel/index.ts';
import { ReportLogo } from '../media/report-logo.ts';
import { Analytics, AnalyticsQuery } from './analytics.ts';
import { ReportBrand } from './reports.ts';

/** Days that a link to a report can be good for; an installation may allow fewer of them. */
export const SHARE_DAYS = [7, 30, 90] as const;

const days = z.literal(SHARE_DAYS, 'Please choose how long the link should work.');

/** A link to a report, without what opens it. */
export const ReportShare = z.object({
  id: Id,
  /** The days of the report, both inclusive. */
  from: LocalDate,
  to: LocalDate,
  createdAt: Instant,
  expiresAt: Instant,
});
export type ReportShare = z.infer<typeof ReportShare>;

export const ReportShares = z.object({
  /** Those that work, newest first. */
  shares: z.array(ReportShare),
  /** Days that a new one may be good for. */
  days: z.array(z.number().int()),
  /** Links that a business may have at a time. */
  most: z.number().int(),
});
export type ReportShares = z.infer<typeof ReportShares>;

/** `from` and `to` as in GET /api/analytics. */
export const NewReportShare = AnalyticsQuery.extend({ days });

export const SharedReportAddress = z.object({ share: ReportShare, url: z.string() });

export const SharedReportToken = z.strictObject({ token: z.string().max(200) });

/** What is not known is null, never 0. */
const Cell = z.union([z.string(), z.number(), z.null()]);

/** A report as its file shows it, as it was when the link was made: names and figures, no id of anything. */
export const SharedReport = z.object({
  title: z.string(),
  /** The business. */
  sender: z.string(),
  days: z.string(),
  comparison: z.string(),
  color: z.string().nullable(),
  /** Null where nobody but the business is named. */
  credit: z.string().nullable(),
  logo: ReportLogo.nullable().optional(),
  sections: z.array(
    z.object({
      title: z.string(),
      note: z.string().optional(),
      columns: z.array(z.string()),
      rows: z.array(z.array(Cell)),
      /** Also a chart of the second column over the days of the first. */
      isChart: z.boolean().optional(),
    }),
  ),
  createdAt: Instant,
  expiresAt: Instant,
});
export type SharedReport = z.infer<typeof SharedReport>;

export const reportShareRpc = {
  shareList: defineRpc('rpc.analytics.report-share.list.v1', { input: Empty, output: ReportShares, retryable: true }),
  /** A report that the gateway has put together is kept as it is now; the token is told this once and stored as a hash. */
  shareCreate: defineRpc('rpc.analytics.report-share.create.v1', {
    input: z.object({
      analytics: Analytics,
      brand: ReportBrand,
      albums: z.array(z.object({ id: Id, name: z.string() })),
      days,
    }),
    output: z.object({ share: ReportShare, token: z.string() }),
    errors: ['forbidden', 'no_business', 'conflict'],
  }),
  /** The report goes with it. */
  shareWithdraw: defineRpc('rpc.analytics.report-share.withdraw.v1', {
    input: ById,
    output: Ok,
    errors: ['forbidden', 'not_found'],
    retryable: true,
  }),
  /** Asked without a session: the token says whose report it is, and opens this one alone. */
  shareOpen: defineRpc('rpc.analytics.report-share.open.v1', {
    caller: 'public',
    input: SharedReportToken,
    output: SharedReport,
    errors: ['invalid_token'],
    retryable: true,
  }),
} as const;
