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
      fileName: `report-${from}-to-${to}.${input.format}`,
      mimeType,
      base64: Buffer.from(bytes).toString('base64'),
    };
  }
}
