import type { RetentionRule } from '@postloom/persistence';
import { config } from './config.ts';

/** Imports with their reports, and exports that are over; their bytes go earlier, as the list of deletions says (deploy/docs/retention.md). */
export const retention: readonly RetentionRule[] = [
  {
    ...{ table: 'imports', key: 'id', since: 'asked_at', only: `state <> 'working'` },
    keepDays: () => config.keepImportsDays,
  },
  {
    ...{ table: 'exports', key: 'id', since: 'ended_at', only: `state <> 'working'` },
    keepDays: () => config.keepExportsDays + config.keepExportRecordsDays,
  },
];
