import { z } from 'zod';
import { ById, defineRpc, Id, Instant, LocalDate, Ok } from '../kernel/index.ts';
import { ReportBrand, ReportFile, ReportFormat } from './reports.ts';

export const ReportFrequency = z.enum(['weekly', 'monthly']);
export type ReportFrequency = z.infer<typeof ReportFrequency>;

const ReportScheduleFields = {
  frequency: ReportFrequency,
  /** Of a weekly one: Monday is 1, Sunday 7. */
  weekday: z.number().int().min(1).max(7),
  /** Of a monthly one; in a shorter month its last day. */
  day: z.number().int().min(1).max(31),
  /** On the wall clock of the business. */
  hour: z.number().int().min(0).max(23),
  format: ReportFormat,
};

/** POST /api/reports/schedules. */
export const ReportScheduleInput = z.strictObject({
  ...ReportScheduleFields,
  weekday: ReportScheduleFields.weekday.default(1),
  day: ReportScheduleFields.day.default(1),
});
export type ReportScheduleInput = z.input<typeof ReportScheduleInput>;

/** PUT /api/reports/schedules/{id}: any of the fields, or `isActive` alone. */
export const ReportScheduleChanges = z.strictObject({ ...ReportScheduleFields, isActive: z.boolean() }).partial();

/** A report that its person gets by mail, of the days since the one before. */
export const ReportSchedule = z.object({
  id: Id,
  ...ReportScheduleFields,
  isActive: z.boolean(),
  /** Null while it is paused. */
  nextAt: Instant.nullable(),
  /** The last report that was sent. */
  lastSentAt: Instant.nullable(),
  createdAt: Instant,
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

export const ReportSchedules = z.object({
  schedules: z.array(ReportSchedule),
  /** How many the person may have in a business. */
  most: z.number().int(),
  /** Where they go. */
  to: z.object({ email: z.string(), isConfirmed: z.boolean() }),
});
export type ReportSchedules = z.infer<typeof ReportSchedules>;

/** The schedules of the calling person in the business of the call. */
export const reportMailRpc = {
  reportScheduleList: defineRpc('rpc.identity.report-schedule.list.v1', {
    caller: 'service',
    input: z.strictObject({}),
    output: ReportSchedules,
    errors: ['no_business'],
    retryable: true,
  }),
  reportScheduleCreate: defineRpc('rpc.identity.report-schedule.create.v1', {
    input: ReportScheduleInput,
    output: ReportSchedule,
    errors: ['no_business', 'idempotency_mismatch', 'conflict'],
    keyed: true,
  }),
  reportScheduleUpdate: defineRpc('rpc.identity.report-schedule.update.v1', {
    input: z.strictObject({ id: Id, changes: ReportScheduleChanges }),
    output: ReportSchedule,
    errors: ['no_business', 'not_found'],
    retryable: true,
  }),
  reportScheduleDelete: defineRpc('rpc.identity.report-schedule.delete.v1', {
    input: ById,
    output: Ok,
    errors: ['no_business', 'not_found'],
  }),
} as const;

export const reportFileRpc = {
  /** Called by identity for a report by mail: the days' figures of the business of the call, as a file. */
  reportCompose: defineRpc('rpc.analytics.report.compose.v1', {
    caller: 'service',
    input: z.strictObject({ format: ReportFormat, from: LocalDate, to: LocalDate, brand: ReportBrand }),
    output: ReportFile,
    errors: ['no_business', 'invalid_date'],
    deadlineMs: 15_000,
    retryable: true,
  }),
} as const;
