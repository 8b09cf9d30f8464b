import { Injectable } from '@nestjs/common';
import { Clock } from '@postloom/chassis';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { laneIsBlocked } from '../lanes/index.ts';
import { idOfKey, NO_CONNECTION } from '../platforms/index.ts';
import type { SavedSteps } from '../platforms/index.ts';
import type { Job } from './job.ts';
import type { JobView, OpenState } from './protocol.ts';

interface JobRow {
  id: string;
  business_id: string;
  account_id: string;
  platform: Platform;
  target_id: string;
  round: number;
  caption: string;
  photo_ids: string[];
  due_at: Date;
  state: OpenState;
  steps: SavedSteps;
  attempts: number;
  failures: number;
  not_sent: number;
  processing_since: Date | null;
  give_up_at: Date;
  wait_code: string | null;
  error_code: string | null;
  error_message: string | null;
  remote_id: string | null;
  traceparent: string | null;
  possible_since: Date;
  must_verify: boolean;
  attempt_id: string | null;
  intent_at: Date | null;
  quarantine_until: Date | null;
  looks: number | null;
  is_duplicate: boolean | null;
  parked: JobView['parked'];
  is_blocked: boolean;
  word: JobView['resolution'];
  has_tokens: boolean;
  account_key: string;
  origin: string | null;
  username: string;
  now: Date;
}

/**
 * An earlier round of this job's target has an outcome that was never verified, whatever a person has resolved since: giving up a post does
 * not show whether it is public.
 */
export const hasUnclearRound = (job: string): string => `EXISTS (SELECT 1 FROM publish_jobs o
    WHERE o.target_id = ${job}.target_id AND o.round < ${job}.round AND (o.state = 'needs_attention' OR o.word = 'send_again'
      OR (o.word = 'give_up' AND (o.processing_since IS NOT NULL
        OR EXISTS (SELECT 1 FROM publish_attempts u WHERE u.job_id = o.id AND u.outcome = 'undecided')))))`;

/** The job that a lane works on next. */
@Injectable()
export class NextJobRepository {
  constructor(private readonly clock: Clock) {}

  /**
   * The next job of a lane that can do something now, with its open attempt and its account. A parked lane only returns what expires; one
   * that waits out a limit or was stopped, what needs no call; one that has used up its platform's pace, everything but further posts.
   */
  async next(tx: Tx, businessId: string, laneId: string, boundMs: number): Promise<Job | null> {
    const readAtMs = this.clock.monotonicMs();
    const [row] = await tx.query<JobRow>(
      `SELECT j.id, j.business_id, j.account_id, j.platform, j.target_id, j.round, j.caption, j.photo_ids, j.due_at, j.state, j.steps,
        j.attempts, j.failures, j.processing_since, j.give_up_at, j.wait_code, j.error_code, j.error_message, j.remote_id,
        j.traceparent, l.parked, h.is_blocked, c.remote_id AS account_key, c.origin, c.username, clock_timestamp() AS now,
        (SELECT count(*)::int FROM publish_attempts n
          WHERE n.job_id = j.id AND n.outcome = 'not_sent' AND NOT starts_with(n.code, $4)) AS not_sent,
        EXISTS (SELECT 1 FROM account_secrets s WHERE s.account_id = j.account_id) AS has_tokens,
        a.id AS attempt_id, a.intent_at, a.quarantine_until, a.looks, a.is_duplicate,
        coalesce((SELECT min(o.first_intent_at) FROM publish_jobs o WHERE o.target_id = j.target_id), j.due_at) AS possible_since,
        j.looked_at IS NULL AND j.state IN ('queued', 'prepared') AND (
          coalesce(j.due_at < (SELECT s.recovered_to FROM switches s WHERE s.subject = 'all'), false)
          OR ${hasUnclearRound('j')}
        ) AS must_verify,
        coalesce(j.word, (SELECT max(o.word) FROM publish_jobs o
          WHERE o.target_id = j.target_id AND o.round < j.round AND o.word = 'send_again')) AS word
      FROM publish_jobs j
      JOIN lanes l ON l.id = j.account_id
      CROSS JOIN LATERAL (SELECT ${laneIsBlocked('l')} AS is_blocked) h
      JOIN accounts c ON c.id = j.account_id
      LEFT JOIN publish_attempts a ON a.job_id = j.id AND a.outcome = 'open'
      WHERE j.account_id = $1 AND j.business_id = $2 AND j.state IN ('queued', 'prepared', 'verifying', 'confirmed')
        AND CASE
          WHEN j.state = 'confirmed' THEN true
          WHEN l.parked IS NOT NULL AND j.state IN ('queued', 'prepared') THEN j.give_up_at <= now()
          WHEN l.parked = 'reconnect' THEN coalesce(a.intent_at, j.processing_since, j.give_up_at) + make_interval(secs => $3::float8 / 1000) <= now()
          WHEN h.is_blocked THEN j.state = 'verifying'
            AND coalesce(a.intent_at, j.processing_since, now()) + make_interval(secs => $3::float8 / 1000) <= now()
          WHEN l.paced_until > now() AND j.state IN ('queued', 'prepared') THEN j.give_up_at <= now()
          ELSE j.ready_at <= now() OR j.wait_code = 'parked' END
      ORDER BY j.state = 'confirmed' DESC, j.due_at, j.id LIMIT 1`,
      [laneId, businessId, boundMs, NO_CONNECTION],
    );
    return row ? toJob(row, readAtMs) : null;
  }
}

function toJob(row: JobRow, readAtMs: number): Job {
  return {
    id: row.id,
    businessId: row.business_id,
    accountId: row.account_id,
    platform: row.platform,
    targetId: row.target_id,
    round: row.round,
    caption: row.caption,
    photoIds: row.photo_ids,
    dueAt: row.due_at,
    state: row.state,
    steps: row.steps,
    attempts: row.attempts,
    failures: row.failures,
    notSent: row.not_sent,
    processingSince: row.processing_since,
    giveUpAt: row.give_up_at,
    waitCode: row.wait_code,
    lastError:
      row.error_code !== null && row.error_message !== null
        ? { code: row.error_code, message: row.error_message }
        : null,
    remoteId: row.remote_id,
    traceparent: row.traceparent,
    possibleSince: row.possible_since,
    mustVerify: row.must_verify,
    attempt:
      row.attempt_id !== null && row.intent_at !== null && row.quarantine_until !== null
        ? {
            id: row.attempt_id,
            intentAt: row.intent_at,
            quarantineUntil: row.quarantine_until,
            verifications: row.looks ?? 0,
            isDuplicate: row.is_duplicate ?? false,
          }
        : null,
    parked: row.parked,
    isBlocked: row.is_blocked,
    resolution: row.word,
    hasTokens: row.has_tokens,
    accountRemoteId: idOfKey(row.origin, row.account_key),
    username: row.username,
    now: row.now,
    readAtMs,
  };
}
