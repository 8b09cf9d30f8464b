import type { ExportCounts } from '@postloom/contracts';

/** A business in the export. */
export interface Chapter {
  readonly businessId: string;
  readonly number: number;
  readonly name: string;
  readonly timeZone: string;
  /** The business that the person works in at the moment. */
  readonly isActive: boolean;
  readonly folder: string;
  readonly counts: Omit<ExportCounts, 'businesses'>;
}

/** What an export does one after another; those from `photos` to `captions` for each business. */
const stepNames = [
  'account',
  'business',
  'photos',
  'photo-rows',
  'albums',
  'posts',
  'schedules',
  'captions',
  'front',
  'directory',
  'done',
] as const;
export type StepName = (typeof stepNames)[number];

/** Where the work on an export continues, in whatever process. */
export interface Position {
  readonly step: StepName;
  /** The page of the business list that comes next; null at the start, 'end' behind the last one. */
  readonly businesses: string | null;
  readonly chapter: Chapter | null;
  /** Within the step: the page that comes next; null at its start. */
  readonly cursor: string | null;
  /** The number of that page. */
  readonly page: number;
}

export const BEGINNING: Position = { step: 'account', businesses: null, chapter: null, cursor: null, page: 1 };
export const LAST_BUSINESS = 'end';

/** To the next page of the same step, or, without one, to the step after it. */
export function after(position: Position, cursor: string | null, chapter = position.chapter): Position {
  if (cursor !== null) {
    return { ...position, chapter, cursor, page: position.page + 1 };
  }
  return { ...position, chapter, step: following(position), cursor: null, page: 1 };
}

function following({ step, businesses }: Position): StepName {
  if (step === 'captions') {
    return businesses === LAST_BUSINESS ? 'front' : 'business';
  }
  return stepNames[stepNames.indexOf(step) + 1] ?? 'done';
}
