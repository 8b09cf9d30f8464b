import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { snapshotColumns, toSnapshot } from './job-snapshot.ts';
import type { JobSnapshot, JobSnapshotRow } from './job-snapshot.ts';

export interface NewJob {
  readonly id: string;
  readonly businessId: string;
  readonly accountId: string;
  readonly platform: Platform;
  readonly targetId: string;
  readonly round: number;
  readonly postId: string;
  readonly caption: string;
  readonly photoIds: readonly string[];
  readonly dueAt: string;
  readonly giveUpAt?: string | undefined;
  readonly traceparent: string | null;
  readonly source?: string | undefined;
}

/** How jobs are created and cancelled. */
@Injectable()
export class QueueRepository {
  /**
   * Serialises against concurrent enqueues of this target and deletions of its post until the transaction ends: rows that are not
   * committed yet are visible to neither.
   */
  async lockTarget(tx: Tx, postId: string, targetId: string): Promise<void> {
    await tx.query(
      'SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0)), pg_advisory_xact_lock(hashtextextended($2, 0))',
      [postLock(postId), `target ${targetId}`],
    );
  }

  /** All rounds of a target, locked, the newest first. */
  async ofTarget(tx: Tx, businessId: string, targetId: string): Promise<JobSnapshot[]> {
    const rows = await tx.query<JobSnapshotRow>(
      `SELECT ${snapshotColumns} FROM publish_jobs WHERE business_id = $1 AND target_id = $2 ORDER BY round DESC FOR UPDATE`,
      [businessId, targetId],
    );
    return rows.map(toSnapshot);
  }

  /**
   * A post may be published late, until the time that its event names (6 hours when it names none), and at least half an hour from now.
   * False: its post was deleted.
   */
  async add(tx: Tx, job: NewJob): Promise<boolean> {
    const inserted = await tx.execute(
      `INSERT INTO publish_jobs (id, business_id, account_id, platform, target_id, round, post_id, caption, photo_ids, due_at, give_up_at, traceparent, source)
      SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz,
        greatest(coalesce($12, $10::timestamptz + interval '6 hours'), now() + interval '30 minutes'), $11, $13
      WHERE NOT EXISTS (SELECT 1 FROM deleted_posts WHERE post_id = $7 AND business_id = $2)`,
      [
        job.id,
        job.businessId,
        job.accountId,
        job.platform,
        job.targetId,
        job.round,
        job.postId,
        job.caption,
        [...job.photoIds],
        job.dueAt,
        job.traceparent,
        job.giveUpAt ?? null,
        job.source ?? null,
      ],
    );
    return inserted === 1;
  }

  /**
   * A newer round of the same target: the job in flight continues under its number. One whose outcome is still being verified continues
   * with the newer round's request, which is sent once the open attempt is proven absent, with its caption and pictures, with its own
   * deadline and count of tries; a resolution of the earlier round no longer counts, unless the post was deleted.
   */
  async adoptRound(
    tx: Tx,
    jobId: string,
    { round, caption, photoIds }: Pick<NewJob, 'round' | 'caption' | 'photoIds'>,
  ): Promise<JobSnapshot> {
    const [row] = await tx.query<JobSnapshotRow>(
      `UPDATE publish_jobs j SET round = $2, version = version + 1,
        word = CASE WHEN w.is_wanted THEN NULL ELSE j.word END, word_at = CASE WHEN w.is_wanted THEN NULL ELSE j.word_at END,
        failures = CASE WHEN w.is_wanted THEN 0 ELSE j.failures END,
        next_caption = CASE WHEN w.is_wanted AND w.is_other THEN $3 END,
        next_photo_ids = CASE WHEN w.is_wanted AND w.is_other THEN $4::uuid[] END,
        give_up_at = CASE WHEN w.is_wanted THEN greatest(j.give_up_at, now() + interval '30 minutes') ELSE j.give_up_at END
      FROM (SELECT o.id AS wanted, (o.caption, o.photo_ids) <> ($3, $4::uuid[]) AS is_other, o.state = 'verifying'
          AND NOT EXISTS (SELECT 1 FROM deleted_posts d WHERE d.post_id = o.post_id AND d.business_id = o.business_id) AS is_wanted
        FROM publish_jobs o WHERE o.id = $1) w
      WHERE j.id = w.wanted RETURNING ${snapshotColumns}`,
      [jobId, round, caption, [...photoIds]],
    );
    if (!row) {
      throw new Error('a locked job vanished');
    }
    return toSnapshot(row);
  }

  /** Cancels what was not sent of a target; jobs with an open or known outcome stay. */
  async cancelUnsent(tx: Tx, businessId: string, targetId: string): Promise<void> {
    await tx.execute(
      `UPDATE publish_jobs SET state = 'cancelled', ready_at = 'infinity', wait_code = NULL, version = version + 1
      WHERE business_id = $1 AND target_id = $2 AND state IN ('queued', 'prepared')`,
      [businessId, targetId],
    );
  }

  /**
   * The post was deleted. What was not sent is cancelled; what is in flight is not sent again: if found it counts, if not it ends. In one
   * statement, because its lane moves a job to and fro between the two, and two statements could both miss it.
   */
  async stopPost(tx: Tx, businessId: string, postId: string): Promise<void> {
    await tx.execute(
      `UPDATE publish_jobs SET state = CASE WHEN state = 'verifying' THEN state ELSE 'cancelled' END,
        ready_at = CASE WHEN state = 'verifying' THEN ready_at ELSE 'infinity' END,
        wait_code = CASE WHEN state = 'verifying' THEN wait_code END,
        word = CASE WHEN state = 'verifying' THEN 'give_up' ELSE word END,
        word_at = CASE WHEN state = 'verifying' THEN now() ELSE word_at END,
        version = version + 1
      WHERE business_id = $1 AND post_id = $2 AND (state IN ('queued', 'prepared') OR (state = 'verifying' AND word IS NULL))`,
      [businessId, postId],
    );
  }

  /** Events come in any order: the deletion is remembered for longer than any event lives. */
  async buryPost(tx: Tx, businessId: string, postId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [postLock(postId)]);
    await tx.execute('INSERT INTO deleted_posts (post_id, business_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      postId,
      businessId,
    ]);
  }

  async lane(
    tx: Tx,
    businessId: string,
    accountId: string,
  ): Promise<{ parked: string | null; reason: string | null } | null> {
    const [row] = await tx.query<{ parked: string | null; broken_reason: string | null }>(
      `SELECT l.parked, a.broken_reason FROM lanes l JOIN accounts a ON a.id = l.id WHERE l.id = $1 AND l.business_id = $2`,
      [accountId, businessId],
    );
    return row ? { parked: row.parked, reason: row.broken_reason } : null;
  }

  async markParked(tx: Tx, jobId: string, error: { code: string; message: string }): Promise<JobSnapshot> {
    const [row] = await tx.query<JobSnapshotRow>(
      `UPDATE publish_jobs SET wait_code = 'parked', ready_at = 'infinity', error_code = $2, error_message = $3, version = version + 1
      WHERE id = $1 RETURNING ${snapshotColumns}`,
      [jobId, error.code, error.message],
    );
    if (!row) {
      throw new Error('a new job vanished');
    }
    return toSnapshot(row);
  }

  /** A resolution of an outcome that is still being verified. `send_again` needs none: the next round continues with the open attempt. */
  async keepResolution(tx: Tx, jobId: string, resolution: 'published' | 'send_again' | 'give_up'): Promise<void> {
    if (resolution === 'send_again') {
      return;
    }
    await tx.execute(`UPDATE publish_jobs SET word = $2, word_at = now() WHERE id = $1 AND state = 'verifying'`, [
      jobId,
      resolution,
    ]);
  }

  /** The platform never returned an id: ours cannot be one of a platform, and belongs to this job alone. */
  async publishedByResolution(tx: Tx, jobId: string): Promise<JobSnapshot> {
    const [row] = await tx.query<JobSnapshotRow>(
      `UPDATE publish_jobs SET state = 'published', ready_at = 'infinity', wait_code = NULL, remote_id = 'person:' || id::text,
        published_at = now(), error_code = NULL, error_message = NULL, word = 'published', word_at = now(), version = version + 1
      WHERE id = $1 RETURNING ${snapshotColumns}`,
      [jobId],
    );
    if (!row) {
      throw new Error('a locked job vanished');
    }
    return toSnapshot(row);
  }

  async endedByResolution(
    tx: Tx,
    jobId: string,
    resolution: 'send_again' | 'give_up',
    error: { code: string; message: string },
  ): Promise<JobSnapshot> {
    const [row] = await tx.query<JobSnapshotRow>(
      `UPDATE publish_jobs SET state = 'failed', ready_at = 'infinity', wait_code = NULL, error_code = $3, error_message = $4,
        word = $2, word_at = now(), version = version + 1
      WHERE id = $1 RETURNING ${snapshotColumns}`,
      [jobId, resolution, error.code, error.message],
    );
    if (!row) {
      throw new Error('a locked job vanished');
    }
    return toSnapshot(row);
  }

  /** A newer round that only verifies (no attempt is open) without a result: it is verified once more, now with the resolution. */
  async skipVerification(tx: Tx, targetId: string, round: number): Promise<void> {
    await tx.execute(
      `UPDATE publish_jobs j SET ready_at = now() WHERE j.target_id = $1 AND j.round > $2 AND j.state = 'verifying'
        AND NOT EXISTS (SELECT 1 FROM publish_attempts a WHERE a.job_id = j.id AND a.outcome = 'open')`,
      [targetId, round],
    );
  }
}

function postLock(postId: string): string {
  return `post ${postId}`;
}
