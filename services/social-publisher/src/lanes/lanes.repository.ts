import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import { Leases } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { BlockChanges } from './block-changes.ts';
import { LaneWakeups } from './lane-wakeups.ts';

/** A lane under our lease. */
export interface ClaimedLane {
  readonly id: string;
  readonly businessId: string;
  readonly platform: Platform;
  /** The server of the account; null: the platform has one address for all. */
  readonly origin: string | null;
  readonly epoch: number;
}

/** Calls for an account, or for a whole platform, are blocked for `seconds`; `message` is for the person. */
export interface Block {
  readonly scope: 'account' | 'app';
  readonly seconds: number;
  /** Replaces `seconds` when the account was not blocked within the last hour: the end is only a guess. */
  readonly earlyTrySeconds?: number | undefined;
  readonly code: string;
  readonly message: string;
}

/** Upper bound on what a platform's headers say: a unit misread must not silence an account for years. */
const LONGEST_BLOCK_SECONDS = 86_400;

/** The code of a block caused only by a token that cannot be refreshed now: a new consent ends it. */
export const refreshBlock = 'refresh_later';

/**
 * A limit of the account or of the platform, or an operator's stop, blocks calls for the lane with this alias. Checked by every statement
 * that leads to a call.
 */
export const laneIsBlocked = (lane: string): string => `(${lane}.blocked_until > now()
    OR EXISTS (SELECT 1 FROM budgets b WHERE b.platform = ${lane}.platform AND b.blocked_until > now())
    OR EXISTS (SELECT 1 FROM switches s WHERE s.is_stopped
      AND s.subject IN ('all', 'platform:' || ${lane}.platform, 'account:' || ${lane}.id::text)))`;

/** The lane rows of one business. Every write of a worker names its epoch; false: another worker owns the lane now. */
@Injectable()
export class LanesRepository {
  constructor(
    private readonly leases: Leases,
    private readonly wakeups: LaneWakeups,
    private readonly blocks: BlockChanges,
  ) {}

  /** The account is connected (again): its lane is open and ready. The platform's limits outlive a new consent. */
  async open(
    tx: Tx,
    account: { id: string; businessId: string; platform: string; refreshAt: Date | null },
  ): Promise<void> {
    await tx.execute(
      `INSERT INTO lanes AS l (id, business_id, platform, refresh_at) VALUES ($1, $2, $3, coalesce($4, 'infinity'::timestamptz))
      ON CONFLICT (id) DO UPDATE SET parked = NULL, refresh_at = excluded.refresh_at,
        blocked_until = CASE WHEN l.block_code = '${refreshBlock}' THEN '-infinity' ELSE l.blocked_until END`,
      [account.id, account.businessId, account.platform, account.refreshAt],
    );
    await this.wake(tx, account.id);
  }

  /** Parks the lane: no further call for this account. A worker that owns the lane finds out before its next call. */
  async park(tx: Tx, accountId: string, reason: 'reconnect' | 'disconnected'): Promise<void> {
    await tx.execute('UPDATE lanes SET parked = $2 WHERE id = $1', [accountId, reason]);
    await this.wake(tx, accountId);
  }

  /** Wakes the lane: there is work now, or right after the present lease. */
  async wake(tx: Tx, accountId: string): Promise<void> {
    await this.leases.wake(tx, 'lanes', accountId);
    tx.afterCommit(() => this.wakeups.wake());
  }

  /**
   * Locks the lanes that a change of this target concerns: those of its jobs so far, and of the account it goes to now. Lock order
   * everywhere: lanes before jobs, as in a run that settles a step, so that two transactions never deadlock.
   */
  async lockForTarget(tx: Tx, businessId: string, targetId: string, accountId: string | null): Promise<void> {
    await tx.query(
      `SELECT 1 AS locked FROM lanes WHERE business_id = $1
        AND (id = $3 OR id IN (SELECT account_id FROM publish_jobs WHERE target_id = $2 AND business_id = $1))
      ORDER BY id FOR NO KEY UPDATE`,
      [businessId, targetId, accountId],
    );
  }

  /** Does the caller still own the lane? Locks the row, so that it does until this transaction ends. */
  async lock(tx: Tx, lane: ClaimedLane): Promise<boolean> {
    const rows = await tx.query(
      'SELECT 1 AS ours FROM lanes WHERE id = $1 AND lease_epoch = $2 AND lease_until > now() FOR NO KEY UPDATE',
      [lane.id, lane.epoch],
    );
    return rows.length === 1;
  }

  /** The lane's current state, without a lock; null: the caller no longer owns it. */
  async read(
    tx: Tx,
    lane: ClaimedLane,
  ): Promise<{ parked: 'reconnect' | 'disconnected' | null; isBlocked: boolean; isRefreshDue: boolean } | null> {
    const [row] = await tx.query<{
      parked: 'reconnect' | 'disconnected' | null;
      is_blocked: boolean;
      is_refresh_due: boolean;
    }>(
      `SELECT l.parked, ${laneIsBlocked('l')} AS is_blocked, l.refresh_at <= now() AS is_refresh_due
      FROM lanes l WHERE l.id = $1 AND l.lease_epoch = $2 AND l.lease_until > now()`,
      [lane.id, lane.epoch],
    );
    return row ? { parked: row.parked, isBlocked: row.is_blocked, isRefreshDue: row.is_refresh_due } : null;
  }

  /** Like `lock`, and extends the lease to at least `seconds` from now; a longer lease is never shortened. */
  async stretch(tx: Tx, lane: ClaimedLane, seconds: number): Promise<boolean> {
    const changed = await tx.execute(
      `UPDATE lanes SET lease_until = greatest(lease_until, now() + make_interval(secs => $3))
      WHERE id = $1 AND lease_epoch = $2 AND lease_until > now()`,
      [lane.id, lane.epoch, seconds],
    );
    return changed === 1;
  }

  /** The longer of two limits wins, with its reason. None lasts more than a day without being checked again. */
  async block(
    tx: Tx,
    lane: ClaimedLane,
    { scope, seconds: wanted, earlyTrySeconds, code, message }: Block,
  ): Promise<void> {
    const seconds = Math.min(wanted, LONGEST_BLOCK_SECONDS);
    // A server that a person chose speaks for its own accounts alone, and each of those finds out for itself.
    if (scope === 'account' || lane.origin !== null) {
      await tx.execute(
        `UPDATE lanes l SET blocked_until = now() + w.length, block_code = $3, block_message = $4
        FROM (SELECT id, make_interval(secs => CASE WHEN blocked_until < now() - interval '1 hour' THEN $5::float8 ELSE $2::float8 END) AS length
          FROM lanes WHERE id = $1) AS w
        WHERE l.id = w.id AND l.blocked_until < now() + w.length`,
        [lane.id, seconds, code, message, Math.min(earlyTrySeconds ?? seconds, seconds)],
      );
      tx.afterCommit(() => this.blocks.changed({ accountId: lane.id }));
      return;
    }
    await tx.execute(
      `INSERT INTO budgets AS b (platform, blocked_until, code, message)
      VALUES ($1, now() + make_interval(secs => $2), $3, $4)
      ON CONFLICT (platform) DO UPDATE SET blocked_until = excluded.blocked_until, code = excluded.code,
        message = excluded.message, updated_at = now() WHERE b.blocked_until < excluded.blocked_until`,
      [lane.platform, seconds, code, message],
    );
    tx.afterCommit(() => this.blocks.changed({ platform: lane.platform }));
  }

  /** A post was queued: when its account is blocked, its owner is notified right after the commit. */
  async reportIfBlocked(tx: Tx, accountId: string): Promise<void> {
    const blocked = await tx.query(`SELECT 1 AS blocked FROM lanes l WHERE l.id = $1 AND ${laneIsBlocked('l')}`, [
      accountId,
    ]);
    if (blocked.length > 0) {
      tx.afterCommit(() => this.blocks.changed({ accountId }));
    }
  }

  /**
   * Counts a call that publishes. Once `posts` of them began within `seconds`, no further one begins before the first of them is
   * `seconds` old. Called in the transaction of the intent.
   */
  async countSend(
    tx: Tx,
    lane: ClaimedLane,
    pace: { readonly posts: number; readonly seconds: number },
  ): Promise<void> {
    await tx.execute(
      `UPDATE lanes l SET recent_sends = r.sends,
        paced_until = CASE WHEN cardinality(r.sends) = $2 THEN r.sends[1] + make_interval(secs => $3) ELSE '-infinity' END
      FROM (SELECT id, (recent_sends || now())[greatest(1, cardinality(recent_sends) + 2 - $2):] AS sends FROM lanes WHERE id = $1) r
      WHERE l.id = r.id`,
      [lane.id, pace.posts, pace.seconds],
    );
  }

  /** Never before half a minute is over: tokens that live shorter than our renewal margin would be renewed endlessly. */
  async setRefreshAt(tx: Tx, lane: ClaimedLane, refreshAt: Date | null): Promise<void> {
    await tx.execute(
      `UPDATE lanes SET refresh_at = greatest(coalesce($2, 'infinity'::timestamptz), now() + interval '30 s') WHERE id = $1`,
      [lane.id, refreshAt],
    );
  }

  /**
   * May a call be made now? False while the account or the platform waits out a limit, or an operator has stopped it. Checked in the
   * transaction of the intent.
   */
  async mayCall(tx: Tx, lane: ClaimedLane): Promise<boolean> {
    const rows = await tx.query(
      `SELECT 1 AS free FROM lanes l WHERE l.id = $1 AND l.parked IS NULL AND NOT ${laneIsBlocked('l')}`,
      [lane.id],
    );
    return rows.length === 1;
  }

  /** Ends the lease after an unexpected failure, with growing pauses so that it does not spin. */
  async releaseAfterFailure(tx: Tx, lane: ClaimedLane): Promise<void> {
    await tx.execute(
      `UPDATE lanes SET lease_until = '-infinity', ready_at = now() + make_interval(secs => least(300, 2 ^ least(tries - 1, 9)))
      WHERE id = $1 AND lease_epoch = $2`,
      [lane.id, lane.epoch],
    );
  }

  /**
   * Ends the lease. The lane is ready again with the first of its jobs, its refresh, or at once when it was woken in the meantime. A parked
   * lane is only ready for what expires; one that waits out a limit, for outcomes that stay open too long.
   */
  async release(tx: Tx, lane: ClaimedLane): Promise<boolean> {
    const changed = await tx.execute(
      `UPDATE lanes l SET lease_until = '-infinity', tries = 0,
        ready_at = CASE WHEN l.ready_at = '-infinity' THEN now() ELSE least(
          CASE WHEN l.parked IS NULL THEN greatest(l.refresh_at, l.blocked_until) ELSE 'infinity' END,
          coalesce((SELECT min(CASE
              WHEN j.state = 'confirmed' THEN j.ready_at
              WHEN l.parked IS NOT NULL AND j.state IN ('queued', 'prepared') THEN j.give_up_at
              WHEN l.parked = 'reconnect' AND j.state = 'verifying' THEN greatest(j.ready_at, now() + interval '10 s')
              WHEN l.blocked_until > now() AND j.state = 'verifying'
                THEN greatest(j.ready_at, least(l.blocked_until, now() + interval '1 minute'))
              WHEN j.wait_code = 'parked' THEN greatest(now(), l.blocked_until, l.paced_until)
              WHEN j.state IN ('queued', 'prepared') THEN greatest(j.ready_at, l.blocked_until, l.paced_until)
              ELSE greatest(j.ready_at, l.blocked_until) END)
            FROM publish_jobs j WHERE j.account_id = l.id AND j.state IN ('queued', 'prepared', 'verifying', 'confirmed')), 'infinity')) END
      WHERE l.id = $1 AND l.lease_epoch = $2`,
      [lane.id, lane.epoch],
    );
    return changed === 1;
  }
}
