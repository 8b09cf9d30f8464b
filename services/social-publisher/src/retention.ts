import type { RetentionRule } from '@postloom/persistence';
import { config } from './config.ts';

/** Jobs and attempts that ended long ago, deletions that platforms asked for, and deleted posts that no event can refer to any more (deploy/docs/retention.md). */
export const retention: readonly RetentionRule[] = [
  {
    table: 'publish_attempts',
    key: 'id',
    since: 'settled_at',
    keepDays: () => config.keepAttemptsDays,
  },
  {
    table: 'publish_jobs',
    key: 'id',
    since: 'due_at',
    only: `state IN ('published', 'failed', 'cancelled')`,
    keepDays: () => config.keepJobsDays,
  },
  { table: 'deleted_posts', key: 'post_id', since: 'deleted_at', keepDays: () => config.keepDeletedPostsDays },
  {
    ...{ table: 'platform_deletions', key: 'code_hash', since: 'requested_at' },
    keepDays: () => config.keepPlatformDeletionsDays,
  },
];
