import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { SavedSteps } from '../platforms/index.ts';
import type { Job } from './job.ts';
import type { Transition } from './protocol.ts';
import { snapshotColumns, toSnapshot } from './job-snapshot.ts';
import type { JobSnapshot, JobSnapshotRow } from './job-snapshot.ts';

/** Jobs and attempts of one business, under the lease of their lane. */
@Injectable()
export class JobsRepository {
  /** Saves what is prepared at the platform, as soon as it is known. False: the job is no longer waiting to be sent. */
  async saveSteps(tx: Tx, job: Job, steps: SavedSteps): Promise<boolean> {
    const changed = await tx.execute(
      `UPDATE publish_jobs SET steps = $2 WHERE id = $1 AND state IN ('queued', 'prepared')`,
      [job.id, JSON.stringify(steps)],
    );
    return changed === 1;
  }

  /** Saves what a call named, with its open attempt (TikTok's publish id; a resend in progress). False: it was settled. */
  async saveAttemptSteps(tx: Tx, job: Job, steps: SavedSteps): Promise<boolean> {
    const changed = await tx.execute(
      `UPDATE publish_jobs SET steps = $2 WHERE id = $1 AND state = 'verifying'
        AND EXISTS (SELECT 1 FROM publish_attempts WHERE id = $3 AND outcome = 'open')`,
      [job.id, JSON.stringify(steps), job.attempt?.id ?? null],
    );
    return changed === 1;
  }

  /**
   * The intent: from now on the job counts as possibly public. At most one open attempt per job, by a unique index. Null: the job
   * was cancelled meanwhile.
   */
  async writeIntent(
    tx: Tx,
    job: Job,
    attempt: { id: string; epoch: number; quarantineMs: number },
  ): Promise<(JobSnapshot & { intentAt: Date; quarantineUntil: Date }) | null> {
    const [row] = await tx.query<JobSnapshotRow & { intent_at: Date; quarantine_until: Date }>(
      `WITH started AS (
        UPDATE publish_jobs SET state = 'verifying', attempts = attempts + 1, first_intent_at = coalesce(first_intent_at, now()),
          ready_at = now(), processing_since = NULL, wait_code = NULL, version = version + 1
        WHERE id = $1 AND state IN ('queued', 'prepared') RETURNING ${snapshotColumns}, business_id),
      opened AS (
        INSERT INTO publish_attempts (id, business_id, job_id, account_id, number, lease_epoch, quarantine_until)
        SELECT $2, s.business_id, s.id, s.account_id, s.attempts, $3, now() + make_interval(secs => $4::float8 / 1000) FROM started s
        RETURNING intent_at, quarantine_until)
      SELECT s.*, o.intent_at, o.quarantine_until FROM started s, opened o`,
      [job.id, attempt.id, attempt.epoch, attempt.quarantineMs],
    );
    return row ? { ...toSnapshot(row), intentAt: row.intent_at, quarantineUntil: row.quarantine_until } : null;
  }

  /** Which of these posts of the account already belong to a job. */
  async claimedRemoteIds(tx: Tx, accountId: string, jobId: string, remoteIds: readonly string[]): Promise<Set<string>> {
    if (remoteIds.length === 0) {
      return new Set();
    }
    const rows = await tx.query<{ remote_id: string }>(
      'SELECT remote_id FROM publish_jobs WHERE account_id = $1 AND id <> $2 AND remote_id = ANY ($3)',
      [accountId, jobId, remoteIds],
    );
    return new Set(rows.map((row) => row.remote_id));
  }

  /**
   * Writes the outcome of a step, in one round trip. Before anything is sent (again), the request of a newer round replaces the job's, if
   * it differs, and is prepared again. Null: the job was ended concurrently by somebody who needs no lease (its post was deleted, it became
   * too late while a limit blocked the lane, its person decided); nothing is revived.
   */
  async apply(tx: Tx, job: Job, next: Transition): Promise<JobSnapshot | null> {
    const error = next.error ?? next.waiting;
    const [, rows] = await Promise.all([
      this.applyToAttempt(tx, job, next),
      tx.query<JobSnapshotRow>(
        `UPDATE publish_jobs SET state = CASE WHEN next_caption IS NOT NULL AND $2 = 'prepared' THEN 'queued' ELSE $2 END,
          ready_at = CASE WHEN $3::float8 IS NULL THEN 'infinity' ELSE now() + make_interval(secs => $3) END,
          failures = $4,
          steps = CASE WHEN $5 OR (next_caption IS NOT NULL AND $2 IN ('queued', 'prepared')) THEN '{}'::jsonb ELSE steps END,
          caption = CASE WHEN $2 IN ('queued', 'prepared') THEN coalesce(next_caption, caption) ELSE caption END,
          photo_ids = CASE WHEN $2 IN ('queued', 'prepared') THEN coalesce(next_photo_ids, photo_ids) ELSE photo_ids END,
          next_caption = CASE WHEN $2 IN ('queued', 'prepared') THEN NULL ELSE next_caption END,
          next_photo_ids = CASE WHEN $2 IN ('queued', 'prepared') THEN NULL ELSE next_photo_ids END,
          processing_since = CASE $6 WHEN 'start' THEN now() WHEN 'clear' THEN NULL ELSE processing_since END,
          wait_code = $7,
          error_code = CASE WHEN $2 IN ('published', 'confirmed') THEN NULL ELSE coalesce($8, error_code) END,
          error_message = CASE WHEN $2 IN ('published', 'confirmed') THEN NULL ELSE coalesce($9, error_message) END,
          remote_id = CASE WHEN $13 THEN 'person:' || id::text ELSE coalesce($10, remote_id) END,
          permalink = coalesce($11, permalink),
          published_at = CASE WHEN $10::text IS NULL AND NOT $13 THEN published_at ELSE now() END,
          looked_at = CASE WHEN next_caption IS NOT NULL AND $2 IN ('queued', 'prepared') THEN NULL WHEN $12 THEN now() ELSE looked_at END,
          version = version + 1
        WHERE id = $1 AND state IN ('queued', 'prepared', 'verifying', 'confirmed') RETURNING ${snapshotColumns}`,
        [
          job.id,
          next.state,
          next.readyIn,
          next.failures,
          next.forgetSteps,
          next.processing,
          next.park !== null ? 'parked' : (next.waiting?.code.slice(0, 40) ?? null),
          error?.code ?? null,
          error?.message ?? null,
          next.published?.remoteId ?? null,
          next.published?.permalink ?? null,
          next.verified,
          next.byResolution,
        ],
      ),
    ]);
    const [row] = rows;
    if (row) {
      return toSnapshot(row);
    }
    if (job.attempt !== null) {
      throw new Error('a job vanished under its lease');
    }
    return null;
  }

  private async applyToAttempt(tx: Tx, job: Job, next: Transition): Promise<void> {
    if (next.attempt !== null) {
      await tx.execute(
        `UPDATE publish_attempts SET outcome = $2, code = $3, looks = $4, settled_at = now() WHERE job_id = $1 AND outcome = 'open'`,
        [job.id, next.attempt.outcome, next.attempt.code, job.attempt?.verifications ?? 0],
      );
    } else if (job.attempt !== null) {
      await tx.execute(
        `UPDATE publish_attempts SET looks = $2, is_duplicate = is_duplicate OR $3 WHERE job_id = $1 AND outcome = 'open'`,
        [job.id, job.attempt.verifications, next.markDuplicate],
      );
    }
  }

  /** The round the job belongs to now; it can't change while this transaction has the lane locked. */
  async currentRound(tx: Tx, job: Job): Promise<number> {
    const [row] = await tx.query<{ round: number }>('SELECT round FROM publish_jobs WHERE id = $1', [job.id]);
    return row?.round ?? job.round;
  }

  /** The end of a confirmed job, with or without its permalink. */
  async finish(tx: Tx, job: Job, permalink: string | null): Promise<JobSnapshot> {
    const [row] = await tx.query<JobSnapshotRow>(
      `UPDATE publish_jobs SET state = 'published', ready_at = 'infinity', permalink = coalesce($2, permalink), version = version + 1
      WHERE id = $1 AND state = 'confirmed' RETURNING ${snapshotColumns}`,
      [job.id, permalink],
    );
    if (!row) {
      throw new Error('a confirmed job vanished under its lease');
    }
    return toSnapshot(row);
  }

  /**
   * Marks the jobs of the account that wait for the person, with the reason; those whose outcome is open stay as they are. `unannounced`:
   * only those that do not show it yet, and of those that wait for a reconnect the ones that a disconnect changes.
   */
  async markParked(
    tx: Tx,
    accountId: string,
    error: { code: string; message: string },
    which: 'all' | 'unannounced',
  ): Promise<JobSnapshot[]> {
    const rows = await tx.query<JobSnapshotRow>(
      `UPDATE publish_jobs SET wait_code = 'parked', ready_at = 'infinity', error_code = $2, error_message = $3, version = version + 1
      WHERE account_id = $1 AND state IN ('queued', 'prepared') AND ($4 OR wait_code IS DISTINCT FROM 'parked'
        OR ($2 = 'disconnected' AND error_code IS DISTINCT FROM $2)) RETURNING ${snapshotColumns}`,
      [accountId, error.code, error.message, which === 'all'],
    );
    return rows.map(toSnapshot);
  }
}
