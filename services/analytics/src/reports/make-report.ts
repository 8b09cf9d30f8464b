import { Injectable } from '@nestjs/common';
import type { ReportFile, ReportFormat } from '@postloom/contracts';
import { csvOf } from './csv.ts';
import { pdfOf } from './pdf.ts';
import { reportOf } from './report.ts';
import type { Report, ReportInput } from './report.ts';
import { xlsxOf } from './xlsx.ts';

const formats: Readonly<
  Record<ReportFormat, { readonly mimeType: string; make(report: Report): Uint8Array | Promise<Uint8Array> }>
> = {
  pdf: { mimeType: 'application/pdf', make: pdfOf },
  csv: { mimeType: 'text/csv; charset=utf-8', make: csvOf },
  xlsx: { mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', make: xlsxOf },
};

/** A file of figures. */
@Injectable()
export class MakeReport {
  async execute(input: ReportInput): Promise<ReportFile> {
    const { mimeType, make } = formats[input.format];
    const bytes = await make(reportOf(input));
    const { from, to } = input.analytics;
    return {
      fileName: `${fileStart(input.brand.about ?? input.brand.name)}report-${from}-to-${to}.${input.format}`,
      mimeType,
      base64: Buffer.from(bytes).toString('base64'),
    };
  }
}

/** Characters of a name that a file name keeps. */
const MOST_OF_NAME = 60;

/** The business in letters that every file system and header takes: 'harbor-yoga-'; nothing of a name that has none. */
function fileStart(business: string): string {
  const letters = business
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MOST_OF_NAME)
    .replace(/-$/, '');
  return letters === '' ? '' : `${letters}-`;
}
