import {
  Analytics,
  AnalyticsQuery,
  BestTimes,
  BestTimesQuery,
  NewReportShare,
  ReportBrandInput,
  ReportBrandSettings,
  ReportQuery,
  ReportSchedule,
  ReportScheduleChanges,
  ReportScheduleInput,
  ReportSchedules,
  ReportShares,
  SharedReport,
  SharedReportAddress,
  SharedReportToken,
} from '../analytics/index.ts';
import { ById, defineRoute } from '../kernel/index.ts';
import { ReportLogoAnswer, reportLogoErrors, ReportLogoInput } from '../media/report-logo.ts';

const shares = { tag: 'Analytics' } as const;

export const analyticsRoutes = {
  analytics: defineRoute('GET', '/api/analytics', {
    tag: 'Analytics',
    summary: 'Figures of a range of days beside those of the period before',
    query: AnalyticsQuery,
    answer: Analytics,
    errors: ['invalid_date'],
  }),
  report: defineRoute('GET', '/api/reports', {
    tag: 'Analytics',
    summary: 'The same as a file: `format` is pdf, csv or xlsx; on Agency with the looks of the business alone',
    query: ReportQuery,
    errors: ['invalid_date'],
  }),
  reportBrand: defineRoute('GET', '/api/reports/brand', {
    tag: 'Analytics',
    summary: 'From whom reports are, and their color',
    answer: ReportBrandSettings,
    errors: ['no_business'],
  }),
  saveReportBrand: defineRoute('PUT', '/api/reports/brand', {
    tag: 'Analytics',
    summary: 'Choose from whom reports are, and their color (Agency)',
    body: ReportBrandInput,
    answer: ReportBrandSettings,
    errors: ['no_business', 'forbidden', 'upgrade_required'],
  }),
  reportLogo: defineRoute('GET', '/api/reports/logo', {
    tag: 'Analytics',
    summary: 'The logo on reports',
    answer: ReportLogoAnswer,
    errors: ['no_business'],
  }),
  saveReportLogo: defineRoute('PUT', '/api/reports/logo', {
    tag: 'Analytics',
    summary: 'Put a logo on reports (Agency): a PNG, JPEG or WebP of at most 500 KB, which is drawn anew',
    body: ReportLogoInput,
    answer: ReportLogoAnswer,
    errors: reportLogoErrors,
  }),
  deleteReportLogo: defineRoute('DELETE', '/api/reports/logo', {
    tag: 'Analytics',
    summary: 'Have reports without a logo',
    status: 204,
    errors: ['no_business', 'forbidden'],
  }),
  reportSchedules: defineRoute('GET', '/api/reports/schedules', {
    tag: 'Analytics',
    summary: 'The reports that the person gets by mail, and how many they may have',
    answer: ReportSchedules,
    errors: ['no_business'],
  }),
  createReportSchedule: defineRoute('POST', '/api/reports/schedules', {
    tag: 'Analytics',
    summary: 'Get a report by mail every week or every month',
    body: ReportScheduleInput,
    status: 201,
    answer: ReportSchedule,
    errors: ['no_business', 'conflict'],
    idempotent: true,
  }),
  updateReportSchedule: defineRoute('PUT', '/api/reports/schedules/{id}', {
    tag: 'Analytics',
    summary: 'Change, pause or resume a report by mail',
    params: ById,
    body: ReportScheduleChanges,
    answer: ReportSchedule,
    errors: ['no_business', 'not_found'],
  }),
  deleteReportSchedule: defineRoute('DELETE', '/api/reports/schedules/{id}', {
    tag: 'Analytics',
    summary: 'Get a report by mail no more',
    params: ById,
    status: 204,
    errors: ['no_business', 'not_found'],
  }),
  bestTimes: defineRoute('GET', '/api/best-times', {
    tag: 'Analytics',
    summary: 'When posts on these platforms did well, for whoever looks for a time',
    query: BestTimesQuery,
    answer: BestTimes,
  }),
  reportShares: defineRoute('GET', '/api/report-shares', {
    ...shares,
    summary: 'Links to reports that work, newest first',
    answer: ReportShares,
  }),
  /** The address is told this once; without an idempotency key, because an answer that is kept would keep it. */
  shareReport: defineRoute('POST', '/api/report-shares', {
    ...shares,
    summary: 'A link under which anybody can read the report of a range for some days',
    body: NewReportShare,
    status: 201,
    answer: SharedReportAddress,
    errors: ['forbidden', 'invalid_date', 'conflict'],
  }),
  withdrawReportShare: defineRoute('DELETE', '/api/report-shares/{id}', {
    ...shares,
    summary: 'End a link to a report',
    params: ById,
    status: 204,
    errors: ['forbidden', 'not_found'],
  }),
  /** The token is the permission. It comes in the body: addresses are written down by whatever they pass. */
  sharedReport: defineRoute('POST', '/api/shared-report', {
    ...shares,
    summary: 'The report that a link shows; the same refusal for a link that is unknown, expired or withdrawn',
    access: 'public',
    body: SharedReportToken,
    answer: SharedReport,
    errors: ['invalid_token', 'rate_limited'],
  }),
} as const;
