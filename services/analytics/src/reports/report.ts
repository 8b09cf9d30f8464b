import type { Analytics, InputOf, ReportLogo, reportRpc } from '@postloom/contracts';
import { sectionsOf } from './sections.ts';

/** What a report shows of the figures. */
export type ReportFigures = Omit<Analytics, 'schedules' | 'library'>;
export interface ReportInput extends Omit<InputOf<typeof reportRpc.reportMake>, 'analytics'> {
  readonly analytics: ReportFigures;
}
/** What a report says, whatever it is a file of. */
export type ReportFacts = Omit<ReportInput, 'format'>;

/** What is not known is empty, never 0. */
export type Cell = string | number | null;

export interface Section {
  readonly title: string;
  /** What has to be known to read it. */
  readonly note?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Also a chart of the second column, where a file can have charts. */
  readonly isChart?: boolean;
}

/** A report before it is a file. */
export interface Report {
  readonly title: string;
  /** The business: who the report is from. */
  readonly sender: string;
  readonly days: string;
  readonly comparison: string;
  readonly color: string | null;
  /** The last line of the file; null where nobody but the business is named. */
  readonly credit: string | null;
  /** Of whoever it is from; only where nobody else is named. */
  readonly logo: ReportLogo | null;
  readonly sections: readonly Section[];
}

const CREDIT = 'Made with Postloom';

export function reportOf({ analytics, brand, albums }: ReportFacts): Report {
  const { from, to, previous } = analytics;
  return {
    title: brand.about === undefined ? 'Social media report' : `Social media report for ${brand.about}`,
    sender: brand.name,
    days: daysOf(from, to),
    comparison: `Compared with ${daysOf(previous.from, previous.to)}`,
    color: brand.color,
    credit: brand.isWhiteLabel ? null : CREDIT,
    logo: brand.isWhiteLabel ? (brand.logo ?? null) : null,
    sections: sectionsOf(analytics, albums),
  };
}

const dates = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

function daysOf(from: string, to: string): string {
  return dates.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)).replaceAll('\u2009', ' ');
}
