import type { RetentionRule } from '@postloom/persistence';
import { config } from './config.ts';

/** Expired sessions and links, old mails with their links, notifications, deletions and ids of payment events (deploy/docs/retention.md). */
export const retention: readonly RetentionRule[] = [
  { table: 'sessions', key: 'token_hash', since: 'expires_at', keepDays: () => config.keepEndedSessionsDays },
  { table: 'one_use_tokens', key: 'token_hash', since: 'expires_at', keepDays: () => config.keepUsedLinksDays },
  { table: 'openid_link_requests', key: 'user_id', since: 'asked_at', keepDays: () => config.keepUsedLinksDays },
  {
    table: 'mail_queue',
    key: 'id',
    since: 'coalesce(sent_at, given_up_at)',
    keepDays: () => config.keepSentMailsDays,
  },
  { table: 'billing_events', key: 'id', since: 'received_at', keepDays: () => config.keepBillingEventsDays },
  { table: 'notifications', key: 'id', since: 'created_at', keepDays: () => config.keepNotificationsDays },
  {
    table: 'unsubscribe_links',
    key: 'token_hash',
    since: 'created_at',
    keepDays: () => config.keepUnsubscribeLinksDays,
  },
  {
    table: 'report_mails',
    key: 'id',
    since: 'coalesce(sent_at, given_up_at)',
    keepDays: () => config.keepSentMailsDays,
  },
  { table: 'report_links', key: 'token_hash', since: 'created_at', keepDays: () => config.keepUnsubscribeLinksDays },
  { table: 'deletion_codes', key: 'code_hash', since: 'requested_at', keepDays: () => config.keepDeletionsDays },
  {
    ...{ table: 'deletions', key: 'id', since: 'completed_at', only: 'completed_at IS NOT NULL' },
    keepDays: () => config.keepDeletionsDays,
  },
  { table: 'challenges', key: 'token_hash', since: 'expires_at', keepDays: () => config.keepChallengesDays },
  { table: 'audit_log', key: 'id', since: 'at', keepDays: () => config.keepAuditDays },
];
