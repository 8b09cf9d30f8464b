import { Injectable } from '@nestjs/common';
import { platforms } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import type { BlockSubject } from '../lanes/index.ts';
import { hasUnclearRound } from './next-job.repository.ts';
import { snapshotColumns, toSnapshot } from './job-snapshot.ts';
import type { JobSnapshot, JobSnapshotRow } from './job-snapshot.ts';
import { adviceAfterwards, promiseOfWaiting, tooLateMessage } from './too-late.ts';

export interface DelayedJob {
  readonly businessId: string;
  readonly job: JobSnapshot;
  readonly until: Date;
}

/** An end that moves by less than this is not announced again: answers report the same limit with small differences. */
const RENOTIFY_SECONDS = 5;

/** Written out twice, because the planner does not match the partial index lanes_blocked with a comparison to now() alone. */
const LANE_IS_BLOCKED = `blocked_until > '-infinity' AND blocked_until > now()`;

/** A stop without an announced end is reported one hour at a time. */
const STOP_UNTIL = `CASE WHEN s.expected_until > now() THEN s.expected_until
  ELSE s.changed_at + interval '1 hour' * (1 + floor(extract(epoch FROM now() - s.changed_at) / 3600)) END`;

/** Jobs of all tenants that a limit or a stop blocks. They need no lease: until its intent is written, a job has no owner. */
@Injectable()
export class DelaysClaims {
  /**
   * Marks up to `limit` waiting jobs whose owners do not know yet until when they are delayed: of one account, of one paused platform, or
   * of everything that is blocked. EXPLAIN: index scans on publish_jobs_untold per paused platform and on publish_jobs_lane per blocked
   * account; what was announced is not read again.
   */
  async unannounced(tx: Tx, limit: number, subject: BlockSubject | 'all'): Promise<DelayedJob[]> {
    const { sql, params } = blocksOf(subject);
    const rows = await tx.query<JobSnapshotRow & { business_id: string; told_until: Date }>(
      `WITH blocks AS (${sql}),
      unannounced AS (
        SELECT j.id, h.until, h.code, h.message FROM blocks h CROSS JOIN LATERAL (
          SELECT j.id FROM publish_jobs j WHERE h.account_id IS NULL AND j.platform = h.platform AND j.state IN ('queued', 'prepared')
            AND j.told_until < h.until - interval '${RENOTIFY_SECONDS} s' AND j.wait_code IS DISTINCT FROM 'parked' LIMIT $1) j
        UNION ALL
        SELECT j.id, h.until, h.code, h.message FROM blocks h CROSS JOIN LATERAL (
          SELECT j.id FROM publish_jobs j WHERE j.account_id = h.account_id AND j.state IN ('queued', 'prepared')
            AND j.told_until < h.until - interval '${RENOTIFY_SECONDS} s' AND j.wait_code IS DISTINCT FROM 'parked' LIMIT $1) j),
      chosen AS (
        SELECT DISTINCT ON (u.id) u.id, u.until, u.code, u.message FROM unannounced u ORDER BY u.id, u.until DESC LIMIT $1),
      locked AS (SELECT j.id FROM publish_jobs j WHERE j.id IN (SELECT id FROM chosen) FOR UPDATE SKIP LOCKED)
      UPDATE publish_jobs j SET told_until = c.until, wait_code = 'delayed', error_code = coalesce(c.code, 'delayed'),
        error_message = coalesce(c.message, 'The platform asks us to wait.'), version = version + 1
      FROM chosen c JOIN locked k ON k.id = c.id
      WHERE j.id = c.id AND j.state IN ('queued', 'prepared') AND j.told_until < c.until
      RETURNING ${prefixed('j')}, j.business_id, j.told_until`,
      [limit, ...params],
    );
    return rows.map((row) => ({ businessId: row.business_id, job: toSnapshot(row), until: row.told_until }));
  }

  /**
   * Ends up to `limit` blocked jobs whose time is over, with the reason already announced. One that may be public already, because
   * the database is older than the platform, is left to its lane, which verifies it first.
   */
  async expired(tx: Tx, limit: number): Promise<{ businessId: string; job: JobSnapshot }[]> {
    const rows = await tx.query<JobSnapshotRow & { business_id: string }>(
      `WITH late AS (
        SELECT j.id FROM publish_jobs j WHERE j.state IN ('queued', 'prepared') AND j.give_up_at <= now() AND j.told_until > now()
          AND (j.looked_at IS NOT NULL OR (
            coalesce(j.due_at >= (SELECT s.recovered_to FROM switches s WHERE s.subject = 'all'), true)
            AND NOT ${hasUnclearRound('j')}))
        LIMIT $1 FOR UPDATE SKIP LOCKED)
      UPDATE publish_jobs j SET state = 'failed', ready_at = 'infinity', wait_code = NULL, error_code = 'too_late',
        error_message = $2 || coalesce(' ' || regexp_replace(j.error_message, $3, $4), ''), version = version + 1
      FROM late WHERE j.id = late.id RETURNING ${prefixed('j')}, j.business_id`,
      [limit, tooLateMessage, promiseOfWaiting, adviceAfterwards],
    );
    return rows.map((row) => ({ businessId: row.business_id, job: toSnapshot(row) }));
  }
}

/** The blocks that apply to a subject: (platform, account_id, until, code, message), by account when it names one. From $2 on. */
function blocksOf(subject: BlockSubject | 'all'): { sql: string; params: unknown[] } {
  const stopped = `${STOP_UNTIL}, 'stopped', coalesce(s.reason,
    'Publishing is stopped for now by whoever runs this installation. The post goes out afterwards.')`;
  if (subject !== 'all' && 'accountId' in subject) {
    return {
      sql: `SELECT l.platform, l.id AS account_id, b.blocked_until AS until, b.code, b.message
          FROM lanes l JOIN budgets b ON b.platform = l.platform WHERE l.id = $2 AND b.blocked_until > now()
        UNION ALL
        SELECT l.platform, l.id, l.blocked_until, l.block_code, l.block_message FROM lanes l
          WHERE l.id = $2 AND l.blocked_until > now()
        UNION ALL
        SELECT l.platform, l.id, ${stopped} FROM lanes l
          JOIN switches s ON s.subject IN ('all', 'platform:' || l.platform, 'account:' || l.id::text)
          WHERE l.id = $2 AND s.is_stopped`,
      params: [subject.accountId],
    };
  }
  if (subject !== 'all') {
    return {
      sql: `SELECT b.platform, NULL::uuid AS account_id, b.blocked_until AS until, b.code, b.message FROM budgets b
        WHERE b.platform = $2 AND b.blocked_until > now()`,
      params: [subject.platform],
    };
  }
  return {
    sql: `SELECT b.platform, NULL::uuid AS account_id, b.blocked_until AS until, b.code, b.message FROM budgets b
          WHERE b.blocked_until > now()
        UNION ALL
        SELECT NULL, l.id, l.blocked_until, l.block_code, l.block_message FROM lanes l WHERE ${LANE_IS_BLOCKED}
        UNION ALL
        SELECT p.platform, CASE WHEN s.subject LIKE 'account:%' THEN substr(s.subject, 9)::uuid END, ${stopped}
          FROM switches s LEFT JOIN unnest($2::text[]) AS p (platform) ON s.subject IN ('all', 'platform:' || p.platform)
          WHERE s.is_stopped`,
    params: [platforms],
  };
}

function prefixed(alias: string): string {
  return snapshotColumns
    .split(',')
    .map((column) => `${alias}.${column.trim()}`)
    .join(', ');
}
