import type { RetentionRule } from '@postloom/persistence';
import { config } from './config.ts';

/** Captions that were written long ago; posts have their own copies (deploy/docs/retention.md). */
export const retention: readonly RetentionRule[] = [
  {
    table: 'generations',
    key: 'id',
    since: 'created_at',
    only: `state <> 'running'`,
    keepDays: () => config.keepGenerationsDays,
  },
  {
    table: 'occurrence_captions',
    key: 'id',
    since: 'created_at',
    only: `state <> 'open'`,
    keepDays: () => config.keepOccurrenceCaptionsDays,
  },
];
