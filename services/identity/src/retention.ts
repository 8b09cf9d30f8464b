import type { RetentionRule } from '@postloom/persistence';
import { config } from './config.ts';

/** Expired sessions and links, old mails and notifications (deploy/docs/retention.md). */
export const retention: readonly RetentionRule[] = [
  { table: 'sessions', key: 'token_hash', since: 'expires_at', keepDays: () => config.keepEndedSessionsDays },
  { table: 'one_use_tokens', key: 'token_hash', since: 'expires_at', keepDays: () => config.keepUsedLinksDays },
  {
    table: 'mail_queue',
    key: 'id',
    since: 'coalesce(sent_at, given_up_at)',
    keepDays: () => config.keepSentMailsDays,
  },
  { table: 'notifications', key: 'id', since: 'created_at', keepDays: () => config.keepNotificationsDays },
];
