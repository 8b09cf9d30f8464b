import type { ExportCounts } from '@postloom/contracts';
import type { LeasedRow } from '@postloom/persistence';
import type { Chapter, Position } from './position.ts';
import type { WrittenEntry } from './zip/segment-file.ts';

/** An export under way, as its worker claims it. */
export interface ExportJob extends LeasedRow {
  readonly user_id: string;
  readonly asked_at: Date;
  readonly position: Position;
  /** Of the zip so far. */
  readonly bytes: number;
  readonly segments: number;
  readonly entries: number;
  readonly chapters: readonly Chapter[];
}

/** What a file of the zip is, beyond its bytes. */
export interface EntryFacts {
  readonly role: 'original' | 'preview' | 'rows' | 'page';
  readonly photoId?: string;
  /** Lines of an NDJSON file. */
  readonly rows?: number;
}

export type ExportEntry = WrittenEntry & EntryFacts;

/** The result of one step: what it wrote, and where the work continues. */
export interface StepResult {
  readonly entries: readonly ExportEntry[];
  readonly next: Position;
  /** A business that is complete now. */
  readonly chapter?: Chapter;
  /** Bytes of original photos, for the progress. */
  readonly photoBytes?: number;
}

export const NO_COUNTS: ExportCounts = { businesses: 0, photos: 0, albums: 0, posts: 0, schedules: 0, captions: 0 };
