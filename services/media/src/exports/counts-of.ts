import type { ExportCounts } from '@postloom/contracts';
import { NO_COUNTS } from './export-job.ts';
import type { Chapter } from './position.ts';

/** What all businesses of an export hold together. */
export function countsOf(chapters: readonly Chapter[]): ExportCounts {
  return chapters.reduce(
    (sum, { counts }) => ({
      businesses: sum.businesses + 1,
      photos: sum.photos + counts.photos,
      albums: sum.albums + counts.albums,
      posts: sum.posts + counts.posts,
      schedules: sum.schedules + counts.schedules,
      captions: sum.captions + counts.captions,
    }),
    NO_COUNTS,
  );
}
