import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import { blocksErasure } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { movesNow } from '../facts/index.ts';
import { LATEST_MS } from '../recurrence/index.ts';
import type { DueTarget } from './dispatch-rules.ts';

interface DueRow {
  id: string;
  business_id: string;
  post_id: string;
  platform: Platform;
  account_id: string;
  decided_account_id: string | null;
  round: number;
  due_at: Date;
  give_up_at: Date;
  lag_seconds: number;
  late_limit_minutes: number;
  is_business_deleted: boolean;
  caption: string;
  caption_by_platform: Partial<Record<Platform, string>> | null;
  photo_ids: string[];
  photo_ids_by_platform: Partial<Record<Platform, string[]>> | null;
  traceparent: string | null;
  source: DueTarget['source'];
}

/** Until an event of identity has introduced the business. */
const DEFAULT_LATE_LIMIT_MINUTES = 360;
/** A missed slot of a recurring schedule is still run when it is at most this late, so that a standstill is not followed by a flood. */
const RECURRING_LATE_LIMIT_MINUTES = LATEST_MS / 60_000;

/**
 * Claiming due targets and handing them over is one transaction: there is no lease, a killed process rolls back, and SKIP LOCKED keeps any
 * number of dispatchers apart.
 */
@Injectable()
export class DueTargetsClaims {
  /**
   * Locks up to `limit` due targets, the longest due first, and reads what their handover needs. Plan: Index Scan using post_targets_due
   * (due_at <= now()), LockRows, Limit: its cost is that of `limit` rows, however many wait. The second statement has a snapshot of its
   * own: it sees an edit that released these rows just before, and none can follow, because every edit locks the targets first. Nor can the
   * deletion of a business: it waits for this transaction, and where one is about to commit the targets are left to the next round.
   */
  async claim(tx: Tx, limit: number): Promise<DueTarget[]> {
    const locked = await tx.query<{ id: string; is_kept: boolean }>(
      `SELECT id, ${blocksErasure('business_id')} AS is_kept FROM post_targets WHERE state = 'scheduled' AND due_at <= now()
      ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
    const claimed = locked.filter((row) => row.is_kept);
    if (claimed.length === 0) {
      return [];
    }
    const rows = await tx.query<DueRow>(
      `SELECT t.id, t.business_id, t.post_id, t.platform, t.account_id, t.round, t.due_at, p.caption, p.caption_by_platform,
        p.photo_ids, p.photo_ids_by_platform, p.traceparent, p.source,
        t.due_at + make_interval(mins => coalesce(b.late_limit_minutes, ${DEFAULT_LATE_LIMIT_MINUTES})) AS give_up_at,
        extract(epoch FROM clock_timestamp() - t.due_at)::float8 AS lag_seconds,
        least(coalesce(b.late_limit_minutes, ${DEFAULT_LATE_LIMIT_MINUTES}),
          CASE WHEN p.source = 'recurring' THEN ${RECURRING_LATE_LIMIT_MINUTES} END) AS late_limit_minutes,
        b.deleted_at IS NOT NULL AS is_business_deleted,
        (SELECT d.to_account_id FROM account_replacements d
          WHERE d.business_id = t.business_id AND d.from_account_id = t.account_id AND ${movesNow('d')}) AS decided_account_id
      FROM post_targets t JOIN posts p ON p.id = t.post_id LEFT JOIN business_refs b ON b.business_id = t.business_id
      WHERE t.id = ANY ($1::uuid[]) ORDER BY t.due_at, t.id`,
      [claimed.map((row) => row.id)],
    );
    return rows.map((row) => ({
      id: row.id,
      businessId: row.business_id,
      postId: row.post_id,
      platform: row.platform,
      // Its own account, also one that is disconnected (the publisher lets it wait), unless a person decided that its posts move.
      accountId: row.decided_account_id ?? row.account_id,
      round: row.round,
      dueAt: row.due_at,
      giveUpAt: row.give_up_at,
      lagSeconds: Math.max(0, row.lag_seconds),
      lateLimitMinutes: row.late_limit_minutes,
      isBusinessDeleted: row.is_business_deleted,
      caption: row.caption,
      captionByPlatform: row.caption_by_platform,
      photoIds: row.photo_ids,
      photoIdsByPlatform: row.photo_ids_by_platform,
      traceparent: row.traceparent,
      source: row.source,
    }));
  }

  /** How long the target that has been due longest has waited; 0 when none waits. Plan: the first row of post_targets_due. */
  async oldestSeconds(tx: Tx): Promise<number> {
    const [row] = await tx.query<{ seconds: number }>(
      `SELECT extract(epoch FROM now() - due_at)::float8 AS seconds FROM post_targets
      WHERE state = 'scheduled' AND due_at <= now() ORDER BY due_at LIMIT 1`,
    );
    return row?.seconds ?? 0;
  }

  async markDispatched(tx: Tx, targets: readonly DueTarget[]): Promise<void> {
    await tx.execute(
      `UPDATE post_targets t SET state = 'dispatched', dispatched_at = now(), account_id = u.account_id
      FROM unnest($1::uuid[], $2::uuid[]) AS u (id, account_id) WHERE t.id = u.id AND t.state = 'scheduled'`,
      [targets.map((target) => target.id), targets.map((target) => target.accountId)],
    );
  }

  async cancel(tx: Tx, targetIds: readonly string[]): Promise<void> {
    await tx.execute(
      `UPDATE post_targets SET state = 'cancelled' WHERE id = ANY ($1::uuid[]) AND state = 'scheduled'`,
      [targetIds],
    );
  }
}
