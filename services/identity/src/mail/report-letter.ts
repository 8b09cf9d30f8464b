import type { ReportBrand, ReportFormat } from '@postloom/contracts';
import { button, link, paragraph } from './letter.ts';
import type { Letter } from './letter.ts';

export interface ReportMailFacts {
  readonly publicUrl: string;
  readonly brand: ReportBrand;
  /** `YYYY-MM-DD`, both inclusive. */
  readonly days: { readonly from: string; readonly to: string };
  readonly format: ReportFormat;
  /** The secret of the link that stops it. */
  readonly unsubscribeToken: string;
}

const files = { pdf: 'a PDF', csv: 'a CSV file', xlsx: 'an Excel file' } as const;

/** The mail that a report is attached to; a white-label one is from the business, and has its looks alone. */
export function reportLetter({ brand, days, format, unsubscribeToken }: ReportMailFacts): Letter {
  const shown = daysOf(days);
  const business = brand.about ?? brand.name;
  return {
    subject:
      brand.about === undefined
        ? `${brand.name}: report for ${shown}`
        : `${brand.name}: report of ${brand.about} for ${shown}`,
    heading: 'Your social media report',
    parts: [
      paragraph(`The report of ${business} for ${shown} is attached as ${files[format]}.`),
      ...(brand.isWhiteLabel ? [] : [button('Open Analytics', '/analytics')]),
    ],
    reason: [
      'You get this email because a report was scheduled for this address. ',
      link('Stop this report', `/unsubscribe?token=${unsubscribeToken}`),
      '.',
    ],
    ...(brand.isWhiteLabel ? { sender: { name: brand.name, color: brand.color, logo: brand.logo ?? null } } : {}),
  };
}

const dates = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

function daysOf({ from, to }: ReportMailFacts['days']): string {
  return dates.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)).replaceAll('\u2009', ' ');
}
