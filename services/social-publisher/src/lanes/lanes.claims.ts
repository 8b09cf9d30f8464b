import { Injectable } from '@nestjs/common';
import { platforms } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { laneIsBlocked } from './lanes.repository.ts';
import type { ClaimedLane } from './lanes.repository.ts';

/** A lease that is given back ends at '-infinity'; any other end is one that ran out. */
const ranOut = `l.lease_until > '-infinity' AS ran_out`;
const claimedColumns = `l.id, l.business_id, l.platform, l.lease_epoch, ready.ran_out,
        (SELECT a.origin FROM accounts a WHERE a.id = l.id) AS origin`;

/** Lanes of all tenants, for the worker. */
@Injectable()
export class LanesClaims {
  /**
   * Takes up to `limit` ready lanes for `leaseSeconds`, the longest ready first; two claimers never get the same one. The claim counts as a
   * try, which a successful release resets. Platforms that are paused by a limit or stopped by an operator are skipped, however many of
   * their lanes are ready; so is a stopped account. EXPLAIN (1,000,000 lanes, PostgreSQL 18): index scans on lanes_ready in order, one per
   * platform, each ending at its limit; `budgets` and `switches` are read once. 16 of 100 ready lanes take 0.6 ms (10,000 lanes: 1.8 ms),
   * none ready 0.1 ms; the same with 200,000 ready lanes of a paused platform beside them 0.9 ms (passing over them one by one took 812
   * ms).
   */
  async claim(tx: Tx, limit: number, leaseSeconds: number): Promise<ClaimedLane[]> {
    const rows = await tx.query<ClaimedRow>(
      `WITH free AS (
        SELECT p.platform FROM unnest($3::text[]) AS p (platform)
        WHERE NOT EXISTS (SELECT 1 FROM budgets b WHERE b.platform = p.platform AND b.blocked_until > now())
          AND NOT EXISTS (SELECT 1 FROM switches s WHERE s.is_stopped AND s.subject IN ('all', 'platform:' || p.platform))),
      ready AS (
        SELECT r.id, r.since, r.ran_out FROM free f CROSS JOIN LATERAL (
          SELECT l.id, greatest(l.ready_at, l.lease_until) AS since, ${ranOut} FROM lanes l
          WHERE l.platform = f.platform AND greatest(l.ready_at, l.lease_until) <= now()
            AND l.id <> ALL (ARRAY(SELECT substr(s.subject, 9)::uuid FROM switches s WHERE s.is_stopped AND s.subject LIKE 'account:%'))
          ORDER BY greatest(l.ready_at, l.lease_until) LIMIT $1 FOR UPDATE SKIP LOCKED) r
        ORDER BY r.since LIMIT $1)
      UPDATE lanes l SET lease_epoch = lease_epoch + 1, lease_until = now() + make_interval(secs => $2), ready_at = now(),
        tries = tries + 1
      FROM ready WHERE l.id = ready.id RETURNING ${claimedColumns}`,
      [limit, leaseSeconds, platforms],
    );
    return claimed(tx, rows);
  }

  /**
   * Takes up to `limit` lanes that `claim` passes over, because calls are blocked, and whose oldest open outcome is older than `boundMs`:
   * its owner is asked, which needs no call. EXPLAIN: index scan on publish_jobs_verifying, which only has what is in doubt, then lanes by
   * primary key: however many posts wait for a paused platform, they are not read.
   */
  async claimOverdue(tx: Tx, limit: number, leaseSeconds: number, boundMs: number): Promise<ClaimedLane[]> {
    const rows = await tx.query<ClaimedRow>(
      `WITH overdue AS (
        SELECT DISTINCT j.account_id AS id FROM publish_jobs j
        LEFT JOIN publish_attempts a ON a.job_id = j.id AND a.outcome = 'open'
        WHERE j.state = 'verifying'
          AND coalesce(a.intent_at, j.processing_since) + make_interval(secs => $3::float8 / 1000) <= now()),
      ready AS (
        SELECT l.id, ${ranOut} FROM lanes l JOIN overdue o ON o.id = l.id
        WHERE greatest(l.ready_at, l.lease_until) <= now() AND ${laneIsBlocked('l')}
        ORDER BY l.id LIMIT $1 FOR UPDATE OF l SKIP LOCKED)
      UPDATE lanes l SET lease_epoch = lease_epoch + 1, lease_until = now() + make_interval(secs => $2), ready_at = now(),
        tries = tries + 1
      FROM ready WHERE l.id = ready.id RETURNING ${claimedColumns}`,
      [limit, leaseSeconds, boundMs],
    );
    return claimed(tx, rows);
  }
}

interface ClaimedRow {
  id: string;
  business_id: string;
  platform: Platform;
  origin: string | null;
  lease_epoch: number;
  ran_out: boolean;
}

function claimed(tx: Tx, rows: readonly ClaimedRow[]): ClaimedLane[] {
  const takenOver = rows.filter((row) => row.ran_out).length;
  tx.afterCommit(() => metrics.lanesTakenOverTotal.add(takenOver));
  return rows.map(toClaimed);
}

function toClaimed(row: ClaimedRow): ClaimedLane {
  return {
    id: row.id,
    businessId: row.business_id,
    platform: row.platform,
    origin: row.origin,
    epoch: row.lease_epoch,
  };
}
