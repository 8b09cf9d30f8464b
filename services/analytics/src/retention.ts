import type { RetentionRule } from '@postloom/persistence';
import { config } from './config.ts';

/** Reports of links that have expired (deploy/docs/retention.md). */
export const retention: readonly RetentionRule[] = [
  { table: 'report_shares', key: 'id', since: 'expires_at', keepDays: () => config.keepExpiredSharesDays },
];
