import type { ExportCounts, ImportFinding } from '@postloom/contracts';
import type { LeasedRow } from '@postloom/persistence';

/** A business in the zip. */
export interface ImportChapter {
  readonly number: number;
  readonly folder: string;
  readonly name: string;
  readonly photoBytes: number;
  readonly openPosts: number;
  readonly counts: ExportCounts;
}

/** Files of rows, by kind, in the order in which they come back: what others refer to comes first. */
export const importSteps = ['business', 'albums', 'photos', 'posts', 'schedules', 'captions'] as const;
export type ImportStep = (typeof importSteps)[number];

/** Where the work continues: the file of a kind, in one of the chosen businesses. */
export interface ImportPosition {
  /** Place in the list of chosen businesses. */
  readonly chapter: number;
  readonly step: ImportStep;
  readonly page: number;
  /** The id of the business as it comes back. */
  readonly businessId: string | null;
}

export const IMPORT_BEGINNING: ImportPosition = { chapter: 0, step: 'business', page: 1, businessId: null };

export function nextChapter({ chapter }: ImportPosition): ImportPosition {
  return { ...IMPORT_BEGINNING, chapter: chapter + 1 };
}

/** Behind the last file of a kind. */
export function nextStep(position: ImportPosition): ImportPosition {
  const step = importSteps[importSteps.indexOf(position.step) + 1];
  return step === undefined ? nextChapter(position) : { ...position, step, page: 1 };
}

export interface ImportJob extends LeasedRow {
  readonly user_id: string;
  readonly state: 'checking' | 'working';
  readonly bytes: number;
  readonly export_id: string | null;
  readonly chapters: readonly ImportChapter[];
  readonly chosen: readonly number[];
  readonly with_settings: boolean;
  readonly position: ImportPosition;
}

/** What a step of the work has done. */
export interface ImportResult {
  readonly counts: Partial<ExportCounts>;
  readonly leftOut: number;
  readonly findings: readonly ImportFinding[];
}

export const NOTHING: ImportResult = { counts: {}, leftOut: 0, findings: [] };
