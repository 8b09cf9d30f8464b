import type { RetentionRule } from '@postloom/persistence';
import { config } from './config.ts';

/**
 * Occurrences that have ended. The last one with a photo stays however old it is: it determines the photo's turn
 * (deploy/docs/retention.md). Posts and their history belong to the people and stay.
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
];
