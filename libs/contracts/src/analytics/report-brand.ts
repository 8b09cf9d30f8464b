import { z } from 'zod';
import { defineRpc, text } from '../kernel/index.ts';
import { ReportBrand } from './reports.ts';

/** PUT /api/reports/brand. Null: the name of the business, and the usual color. */
export const ReportBrandInput = z.strictObject({
  sender: text(100, {
    required: 'Please enter a name, or leave it out.',
    tooLong: 'Please use at most 100 characters.',
  })
    .overwrite((name) => name.trim())
    .nullable(),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'Please choose a color.')
    .nullable(),
});
export type ReportBrandInput = z.infer<typeof ReportBrandInput>;

export const ReportBrandSettings = z.object({
  /** What was saved; on a plan without white-label reports it is kept and not used. */
  saved: z.object({ sender: z.string().nullable(), color: z.string().nullable() }),
  /** What reports look like now. */
  brand: ReportBrand,
});
export type ReportBrandSettings = z.infer<typeof ReportBrandSettings>;

export const reportBrandRpc = {
  /** The looks of the reports of the business of the call. */
  reportBrandGet: defineRpc('rpc.identity.report-brand.get.v1', {
    caller: 'service',
    input: z.strictObject({}),
    output: ReportBrandSettings,
    errors: ['no_business'],
    retryable: true,
  }),
  reportBrandSet: defineRpc('rpc.identity.report-brand.set.v1', {
    input: ReportBrandInput,
    output: ReportBrandSettings,
    errors: ['no_business', 'forbidden', 'upgrade_required'],
    retryable: true,
  }),
} as const;
