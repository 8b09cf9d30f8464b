import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import type { SavedSteps } from '../platforms/index.ts';
import type { Job } from './job.ts';
import type { JobState, JobView, OpenState, Transition } from './protocol.ts';

interface JobRow {
  id: string;
  business_id: string;
  account_id: string;
  platform: Platform;
  target_id: string;
  round: number;
  post_id: string;
  caption: string;
  photo_ids: string[];
  due_at: Date;
  state: OpenState;
  steps: SavedSteps;
  attempts: number;
  failures: number;
  processing_since: Date | null;
  give_up_at: Date;
  wait_code: string | null;
  error_code: string | null;
  error_message: string | null;
  remote_id: string | null;
  published_at: Date | null;
  traceparent: string | null;
  possible_since: Date;
  must_look: boolean;
  attempt_id: string | null;
  intent_at: Date | null;
  quarantine_until: Date | null;
  looks: number | null;
  is_duplicate: boolean | null;
  parked: JobView['parked'];
  account_remote_id: string;
  username: string;
  now: Date;
}

/** A job as its events tell of it. */
export interface ToldJob {
  readonly id: string;
  readonly targetId: string;
  readonly round: number;
  readonly postId: string;
  readonly platform: Platform;
  readonly accountId: string;
  readonly attempts: number;
  readonly version: number;
  readonly state: JobState;
  readonly remoteId: string | null;
  readonly permalink: string | null;
  readonly publishedAt: Date | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

interface ToldRow {
  id: string;
  target_id: string;
  round: number;
  post_id: string;
  platform: Platform;
  account_id: string;
  attempts: number;
  version: number;
  state: JobState;
  remote_id: string | null;
  permalink: string | null;
  published_at: Date | null;
  error_code: string | null;
  error_message: string | null;
}

const told = `id, target_id, round, post_id, platform, account_id, attempts, version, state, remote_id, permalink, published_at,
  error_code, error_message`;

/** Jobs and attempts of one business, under the lease of their lane. */
@Injectable()
export class JobsRepository {
  /**
   * The next job of a lane that can do something now, with its open attempt and its account. A parked lane only gives what
   * expires; a lane that waits out a limit gives nothing.
   */
  async next(tx: Tx, businessId: string, laneId: string, boundMs: number): Promise<Job | null> {
    const [row] = await tx.query<JobRow>(
      `SELECT j.id, j.business_id, j.account_id, j.platform, j.target_id, j.round, j.post_id, j.caption, j.photo_ids, j.due_at, j.state,
        j.steps, j.attempts, j.failures, j.processing_since, j.give_up_at, j.wait_code, j.error_code, j.error_message, j.remote_id,
        j.published_at, j.traceparent, l.parked, c.remote_id AS account_remote_id, c.username, clock_timestamp() AS now,
        a.id AS attempt_id, a.intent_at, a.quarantine_until, a.looks, a.is_duplicate,
        coalesce((SELECT min(o.first_intent_at) FROM publish_jobs o WHERE o.target_id = j.target_id), j.due_at) AS possible_since,
        j.looked_at IS NULL AND j.state IN ('queued', 'prepared') AND (
          coalesce(j.due_at < (SELECT s.recovered_to FROM switches s WHERE s.subject = 'all'), false)
          OR EXISTS (SELECT 1 FROM publish_jobs o WHERE o.target_id = j.target_id AND o.round < j.round AND o.state = 'needs_attention')
        ) AS must_look
      FROM publish_jobs j
      JOIN lanes l ON l.id = j.account_id
      JOIN accounts c ON c.id = j.account_id
      LEFT JOIN publish_attempts a ON a.job_id = j.id AND a.outcome = 'open'
      WHERE j.account_id = $1 AND j.business_id = $2 AND j.state IN ('queued', 'prepared', 'verifying', 'confirmed')
        AND l.blocked_until <= now()
        AND CASE
          WHEN j.state = 'confirmed' THEN true
          WHEN l.parked IS NOT NULL AND j.state IN ('queued', 'prepared') THEN j.give_up_at <= now()
          WHEN l.parked = 'reconnect' THEN coalesce(a.intent_at, j.give_up_at) + make_interval(secs => $3::float8 / 1000) <= now()
          ELSE j.ready_at <= now() OR j.wait_code = 'parked' END
      ORDER BY j.state = 'confirmed' DESC, j.due_at, j.id LIMIT 1`,
      [laneId, businessId, boundMs],
    );
    return row ? toJob(row) : null;
  }

  /** What is prepared at the platform, as soon as it is known. False: the job is no longer waiting to be sent. */
  async saveSteps(tx: Tx, job: Job, steps: SavedSteps): Promise<boolean> {
    const changed = await tx.execute(
      `UPDATE publish_jobs SET steps = $2 WHERE id = $1 AND state IN ('queued', 'prepared')`,
      [job.id, JSON.stringify(steps)],
    );
    return changed === 1;
  }

  /** What a call named, kept with its open attempt (TikTok's publish id; a resend that is on its way). False: it was settled. */
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
  ): Promise<(ToldJob & { intentAt: Date; quarantineUntil: Date }) | null> {
    const [row] = await tx.query<ToldRow & { intent_at: Date; quarantine_until: Date }>(
      `WITH started AS (
        UPDATE publish_jobs SET state = 'verifying', attempts = attempts + 1, first_intent_at = coalesce(first_intent_at, now()),
          ready_at = now(), processing_since = NULL, wait_code = NULL, version = version + 1
        WHERE id = $1 AND state IN ('queued', 'prepared') RETURNING ${told}, business_id),
      opened AS (
        INSERT INTO publish_attempts (id, business_id, job_id, account_id, number, lease_epoch, quarantine_until)
        SELECT $2, s.business_id, s.id, s.account_id, s.attempts, $3, now() + make_interval(secs => $4::float8 / 1000) FROM started s
        RETURNING intent_at, quarantine_until)
      SELECT s.*, o.intent_at, o.quarantine_until FROM started s, opened o`,
      [job.id, attempt.id, attempt.epoch, attempt.quarantineMs],
    );
    return row ? { ...toTold(row), intentAt: row.intent_at, quarantineUntil: row.quarantine_until } : null;
  }

  /** Which of these posts of the account belong to a job already. */
  async held(tx: Tx, accountId: string, jobId: string, remoteIds: readonly string[]): Promise<Set<string>> {
    if (remoteIds.length === 0) return new Set();
    const rows = await tx.query<{ remote_id: string }>(
      'SELECT remote_id FROM publish_jobs WHERE account_id = $1 AND id <> $2 AND remote_id = ANY ($3)',
      [accountId, jobId, remoteIds],
    );
    return new Set(rows.map((row) => row.remote_id));
  }

  /** Writes what a step has led to. */
  async apply(tx: Tx, job: Job, next: Transition): Promise<ToldJob> {
    if (next.attempt !== null) {
      await tx.execute(
        `UPDATE publish_attempts SET outcome = $2, code = $3, looks = $4, settled_at = now() WHERE job_id = $1 AND outcome = 'open'`,
        [job.id, next.attempt.outcome, next.attempt.code, job.attempt?.looks ?? 0],
      );
    } else if (job.attempt !== null) {
      await tx.execute(
        `UPDATE publish_attempts SET looks = $2, is_duplicate = is_duplicate OR $3 WHERE job_id = $1 AND outcome = 'open'`,
        [job.id, job.attempt.looks, next.markDuplicate],
      );
    }
    const error = next.error ?? next.waiting;
    const [row] = await tx.query<ToldRow>(
      `UPDATE publish_jobs SET state = $2,
        ready_at = CASE WHEN $3::float8 IS NULL THEN 'infinity' ELSE now() + make_interval(secs => $3) END,
        failures = $4,
        steps = CASE WHEN $5 THEN '{}'::jsonb ELSE steps END,
        processing_since = CASE $6 WHEN 'start' THEN now() WHEN 'clear' THEN NULL ELSE processing_since END,
        wait_code = $7,
        error_code = CASE WHEN $2 IN ('published', 'confirmed') THEN NULL ELSE coalesce($8, error_code) END,
        error_message = CASE WHEN $2 IN ('published', 'confirmed') THEN NULL ELSE coalesce($9, error_message) END,
        remote_id = coalesce($10, remote_id), permalink = coalesce($11, permalink),
        published_at = CASE WHEN $10::text IS NULL THEN published_at ELSE now() END,
        looked_at = CASE WHEN $12 THEN now() ELSE looked_at END,
        version = version + 1
      WHERE id = $1 RETURNING ${told}`,
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
        next.looked,
      ],
    );
    if (!row) throw new Error('a job vanished under its lease');
    return toTold(row);
  }

  /** The end of a confirmed job: it is told with or without its permalink. */
  async finish(tx: Tx, job: Job, permalink: string | null): Promise<ToldJob> {
    const [row] = await tx.query<ToldRow>(
      `UPDATE publish_jobs SET state = 'published', ready_at = 'infinity', permalink = coalesce($2, permalink), version = version + 1
      WHERE id = $1 AND state = 'confirmed' RETURNING ${told}`,
      [job.id, permalink],
    );
    if (!row) throw new Error('a confirmed job vanished under its lease');
    return toTold(row);
  }

  /** Every job of the account that now waits for the person, marked so; those whose outcome is open stay as they are. */
  async markWaiting(tx: Tx, accountId: string, error: { code: string; message: string }): Promise<ToldJob[]> {
    const rows = await tx.query<ToldRow>(
      `UPDATE publish_jobs SET wait_code = 'parked', ready_at = 'infinity', error_code = $2, error_message = $3, version = version + 1
      WHERE account_id = $1 AND state IN ('queued', 'prepared') RETURNING ${told}`,
      [accountId, error.code, error.message],
    );
    return rows.map(toTold);
  }

  /** Like `markWaiting`, for those that do not say so yet; one that waits for a reconnect learns of a disconnect. */
  async markParked(
    tx: Tx,
    accountId: string,
    error: { code: 'reconnect' | 'disconnected'; message: string },
  ): Promise<ToldJob[]> {
    const rows = await tx.query<ToldRow>(
      `UPDATE publish_jobs SET wait_code = 'parked', ready_at = 'infinity', error_code = $2, error_message = $3, version = version + 1
      WHERE account_id = $1 AND state IN ('queued', 'prepared')
        AND (wait_code IS DISTINCT FROM 'parked' OR ($2 = 'disconnected' AND error_code IS DISTINCT FROM $2)) RETURNING ${told}`,
      [accountId, error.code, error.message],
    );
    return rows.map(toTold);
  }
}

function toJob(row: JobRow): Job {
  return {
    id: row.id,
    businessId: row.business_id,
    accountId: row.account_id,
    platform: row.platform,
    targetId: row.target_id,
    round: row.round,
    postId: row.post_id,
    caption: row.caption,
    photoIds: row.photo_ids,
    dueAt: row.due_at,
    state: row.state,
    steps: row.steps,
    attempts: row.attempts,
    failures: row.failures,
    processingSince: row.processing_since,
    giveUpAt: row.give_up_at,
    waitCode: row.wait_code,
    lastError:
      row.error_code !== null && row.error_message !== null
        ? { code: row.error_code, message: row.error_message }
        : null,
    remoteId: row.remote_id,
    publishedAt: row.published_at,
    traceparent: row.traceparent,
    possibleSince: row.possible_since,
    mustLook: row.must_look,
    attempt:
      row.attempt_id !== null && row.intent_at !== null && row.quarantine_until !== null
        ? {
            id: row.attempt_id,
            intentAt: row.intent_at,
            quarantineUntil: row.quarantine_until,
            looks: row.looks ?? 0,
            isDuplicate: row.is_duplicate ?? false,
          }
        : null,
    parked: row.parked,
    accountRemoteId: row.account_remote_id,
    username: row.username,
    now: row.now,
  };
}

export function toTold(row: ToldRow): ToldJob {
  return {
    id: row.id,
    targetId: row.target_id,
    round: row.round,
    postId: row.post_id,
    platform: row.platform,
    accountId: row.account_id,
    attempts: row.attempts,
    version: row.version,
    state: row.state,
    remoteId: row.remote_id,
    permalink: row.permalink,
    publishedAt: row.published_at,
    errorCode: row.error_code,
    errorMessage: row.error_message,
  };
}

export type { ToldRow };
export { told as toldColumns };
