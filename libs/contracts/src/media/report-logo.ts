import { z } from 'zod';
import { defineRpc, Empty, Ok } from '../kernel/index.ts';
import { LOGO_SIZE, logoMessages, MAX_LOGO_BYTES } from './logo-rules.ts';

const base64 = (bytes: number, message?: string): z.ZodBase64 => z.base64().max(4 * Math.ceil(bytes / 3), message);

/** The logo on the reports of a business, as the product has drawn it anew: a PNG without anything else in it. */
export const ReportLogo = z.object({
  png: base64(100_000),
  width: z.number().int().min(1).max(LOGO_SIZE.width),
  height: z.number().int().min(1).max(LOGO_SIZE.height),
});
export type ReportLogo = z.infer<typeof ReportLogo>;

/** PUT /api/reports/logo: a PNG, JPEG or WebP file in base64. */
export const ReportLogoInput = z.strictObject({ file: base64(MAX_LOGO_BYTES, logoMessages.tooLarge) });
export type ReportLogoInput = z.infer<typeof ReportLogoInput>;

/** Null: the reports have none. */
export const ReportLogoAnswer = z.object({ logo: ReportLogo.nullable() });
export type ReportLogoAnswer = z.infer<typeof ReportLogoAnswer>;

export const reportLogoErrors = [
  'no_business',
  'forbidden',
  'upgrade_required',
  'unsupported_media_type',
  'invalid_image',
  'image_too_large',
  'unavailable',
] as const;

export const reportLogoRpc = {
  /** Of the business of the call, whatever its plan is; identity asks for it for reports by mail. */
  reportLogoGet: defineRpc('rpc.media.report-logo.get.v1', {
    caller: 'service',
    input: z.strictObject({}),
    output: ReportLogoAnswer,
    errors: ['no_business'],
    retryable: true,
  }),
  reportLogoSet: defineRpc('rpc.media.report-logo.set.v1', {
    input: ReportLogoInput,
    output: ReportLogoAnswer,
    errors: reportLogoErrors,
    deadlineMs: 20_000,
    retryable: true,
  }),
  reportLogoDelete: defineRpc('rpc.media.report-logo.delete.v1', {
    input: Empty,
    output: Ok,
    errors: ['no_business', 'forbidden'],
    retryable: true,
  }),
} as const;
