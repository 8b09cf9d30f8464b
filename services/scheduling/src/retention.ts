import type { RetentionRule } from '@postloom/persistence';
import { config } from './config.ts';

/**
 * Occurrences that have ended (the last one with a photo stays however old it is: it determines the photo's turn), and what deleted
 * photos were taken from (deploy/docs/retention.md). Posts and their history belong to the people and stay.
 */
export const retention: readonly RetentionRule[] = [
  {
    table: 'occurrences',
    key: 'id',
    since: 'due_at',
    only: `status IN ('posted', 'drafted', 'skipped') AND (photo_id IS NULL OR EXISTS (
      SELECT FROM occurrences later WHERE later.schedule_id = occurrences.schedule_id
        AND later.photo_id = occurrences.photo_id AND later.due_at > occurrences.due_at))`,
    keepDays: () => config.keepOccurrencesDays,
  },
  // A day longer than the photos themselves, which media removes a little later than it says.
  {
    ...{ table: 'detached_photos', key: 'post_id', since: 'detached_at' },
    keepDays: () => config.keepDeletedPhotosDays + 1,
  },
];
