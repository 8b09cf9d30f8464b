import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { idOfKey } from '../platforms/index.ts';
import type { ConnectionFacts } from './connection-checks.ts';

interface ConnectionRow {
  id: string;
  platform: Platform;
  origin: string | null;
  remote_id: string;
  grantor_id: string;
  name: string;
  state: 'active' | 'broken';
  broken_reason: string | null;
  scopes: string[];
  token_expires_at: Date | null;
  blocked_until: Date | null;
  platform_blocked_until: Date | null;
  stopped: 'all' | 'platform' | 'account' | null;
  posts_last_day: number;
  last_state: 'published' | 'failed' | 'needs_attention' | null;
  last_at: Date | null;
  last_message: string | null;
  last_permalink: string | null;
  now: Date;
}

/** What we know of the connection of a business with a platform. */
@Injectable()
export class ConnectionRepository {
  /** Null: none is connected. */
  async find(tx: Tx, businessId: string, platform: Platform): Promise<ConnectionFacts | null> {
    const [row] = await tx.query<ConnectionRow>(
      `SELECT a.id, a.platform, a.origin, a.remote_id, a.grantor_id, a.name, a.state, a.broken_reason, a.scopes, a.token_expires_at,
        (SELECT l.blocked_until FROM lanes l WHERE l.id = a.id AND l.blocked_until > now()) AS blocked_until,
        (SELECT b.blocked_until FROM budgets b WHERE b.platform = a.platform AND b.blocked_until > now()) AS platform_blocked_until,
        (SELECT split_part(s.subject, ':', 1) FROM switches s WHERE s.is_stopped
          AND s.subject IN ('all', 'platform:' || a.platform, 'account:' || a.id::text)
          ORDER BY array_position(ARRAY['all', 'platform', 'account'], split_part(s.subject, ':', 1)) LIMIT 1) AS stopped,
        (SELECT count(*)::int FROM publish_jobs j WHERE j.account_id = a.id AND j.published_at > now() - interval '1 day') AS posts_last_day,
        p.state AS last_state, p.at AS last_at, p.error_message AS last_message, p.permalink AS last_permalink, now() AS now
      FROM accounts a LEFT JOIN LATERAL (
        SELECT j.state, coalesce(j.published_at, j.due_at) AS at, j.error_message, j.permalink FROM publish_jobs j
        WHERE j.account_id = a.id AND j.state IN ('published', 'failed', 'needs_attention')
        ORDER BY coalesce(j.published_at, j.due_at) DESC LIMIT 1) p ON true
      WHERE a.business_id = $1 AND a.platform = $2 AND a.state <> 'removed'`,
      [businessId, platform],
    );
    return row ? toFacts(row) : null;
  }
}

function toFacts(row: ConnectionRow): ConnectionFacts {
  return {
    id: row.id,
    platform: row.platform,
    origin: row.origin,
    remoteId: idOfKey(row.origin, row.remote_id),
    grantorId: idOfKey(row.origin, row.grantor_id),
    name: row.name,
    state: row.state,
    brokenReason: row.broken_reason,
    scopes: row.scopes,
    expiresAt: row.token_expires_at,
    blockedUntil: row.blocked_until,
    platformBlockedUntil: row.platform_blocked_until,
    stopped: row.stopped,
    postsLastDay: row.posts_last_day,
    lastPost:
      row.last_state === null || row.last_at === null
        ? null
        : { state: row.last_state, at: row.last_at, message: row.last_message, permalink: row.last_permalink },
    now: row.now,
  };
}
