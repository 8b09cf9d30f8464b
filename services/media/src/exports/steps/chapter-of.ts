import type { ExportJob } from '../export-job.ts';
import type { Chapter } from '../position.ts';

/** The business that the work is at. */
export function chapterOf({ position }: ExportJob): Chapter {
  if (position.chapter === null) {
    throw new Error(`the step ${position.step} of an export needs a business`);
  }
  return position.chapter;
}

/** The same business with more of a kind counted. */
export function withMore(chapter: Chapter, kind: keyof Chapter['counts'], more: number): Chapter {
  return { ...chapter, counts: { ...chapter.counts, [kind]: chapter.counts[kind] + more } };
}
