import { Injectable } from '@nestjs/common';
import { platforms } from '@postloom/contracts';
import { Scope } from '@postloom/persistence';
import type { LeasedRow, Leases, Tx } from '@postloom/persistence';
import type { Allowance } from '../platforms/index.ts';

/** Whether posts wait, what is due and which calls are left concern all businesses. */
export const allReadings = Scope.system('readings of all businesses');

/** Where posts always wait somewhere, readings that are so late have a small share of their own: figures get old, but not for ever. */
const LATE = `greatest(ready_at, lease_until) <= now() - interval '3 hours'`;
/** Of all processes together. */
const LATE_CLAIMS: Allowance = { calls: 6, seconds: 60 };
/** Readings of one account that such a claim takes. */
const LATE_AT_ONCE = 10;

export interface ReadingRow extends LeasedRow {
  readonly business_id: string;
  readonly account_id: string;
  readonly post_id: string | null;
  readonly remote_id: string | null;
  readonly published_at: Date | null;
}

/** Readings of all businesses, for the worker. */
@Injectable()
export class ReadingsClaims {
  /**
   * Whether posts wait to be published: an account is ready and nobody works on it. Platforms and accounts that are stopped anyway
   * don't count. EXPLAIN: the first row of lanes_ready, one platform after the other; 0.1 ms.
   */
  async isPublishingBusy(tx: Tx): Promise<boolean> {
    const rows = await tx.query(
      `SELECT 1 AS busy FROM unnest($1::text[]) AS p (platform)
      WHERE NOT EXISTS (SELECT 1 FROM budgets b WHERE b.platform = p.platform AND b.blocked_until > now())
        AND NOT EXISTS (SELECT 1 FROM switches s WHERE s.is_stopped AND s.subject IN ('all', 'platform:' || p.platform))
        AND EXISTS (SELECT 1 FROM lanes l WHERE l.platform = p.platform AND greatest(l.ready_at, l.lease_until) <= now()
          AND l.id <> ALL (ARRAY(SELECT substr(s.subject, 9)::uuid FROM switches s WHERE s.is_stopped AND s.subject LIKE 'account:%')))
      LIMIT 1`,
      [platforms],
    );
    return rows.length > 0;
  }

  /**
   * The readings that have waited longest, of one account, when they are late and the share of late ones is not used up; else none. What
   * they ask is taken from the allowance of readings like everything else. EXPLAIN: the first row of insight_readings_ready.
   */
  async claimLate(tx: Tx, leases: Leases, leaseSeconds: number): Promise<ReadingRow[]> {
    const late = await tx.query(`SELECT 1 AS late FROM insight_readings WHERE ${LATE} LIMIT 1`);
    if (late.length === 0 || !(await this.take(tx, 'late readings', 1, LATE_CLAIMS))) {
      return [];
    }
    const leads = await leases.claim<ReadingRow>(tx, {
      ...{ table: 'insight_readings', limit: 1, leaseSeconds, where: LATE },
    });
    return [...leads, ...(await this.companions(tx, leads, LATE_AT_ONCE - 1, leaseSeconds))];
  }

  /** What else is due of the same accounts, so that one call reads many posts where the platform allows it. */
  async companions(tx: Tx, leads: readonly ReadingRow[], most: number, leaseSeconds: number): Promise<ReadingRow[]> {
    if (leads.length === 0) {
      return [];
    }
    return tx.query<ReadingRow>(
      `WITH due AS (
        SELECT r.id FROM unnest($1::uuid[]) AS a (id) CROSS JOIN LATERAL (
          SELECT r.id FROM insight_readings r WHERE r.account_id = a.id AND greatest(r.ready_at, r.lease_until) <= now()
          ORDER BY greatest(r.ready_at, r.lease_until) LIMIT $2 FOR UPDATE SKIP LOCKED) r)
      UPDATE insight_readings r SET lease_epoch = lease_epoch + 1, lease_until = now() + make_interval(secs => $3), ready_at = now(),
        tries = tries + 1
      FROM due WHERE r.id = due.id RETURNING r.*`,
      [[...new Set(leads.map((row) => row.account_id))], most, leaseSeconds],
    );
  }

  /**
   * Takes calls from an allowance, all of them or none. Exact over any number of processes: the platforms count together, too. Windows end
   * on the clock, a day's at midnight UTC as LinkedIn's do: no day of the platform then holds parts of two.
   */
  async take(tx: Tx, subject: string, calls: number, { calls: allowed, seconds }: Allowance): Promise<boolean> {
    const taken = await tx.execute(
      `INSERT INTO insight_budgets AS b (subject, calls, ends_at)
      SELECT $1, $2::int, to_timestamp((floor(extract(epoch FROM now()) / $4::int) + 1) * $4::int) WHERE $2::int <= $3::int
      ON CONFLICT (subject) DO UPDATE SET
        calls = CASE WHEN b.ends_at <= now() THEN excluded.calls ELSE b.calls + excluded.calls END,
        ends_at = CASE WHEN b.ends_at <= now() THEN excluded.ends_at ELSE b.ends_at END
      WHERE b.ends_at <= now() OR b.calls + excluded.calls <= $3::int`,
      [subject, calls, allowed, seconds],
    );
    return taken === 1;
  }

  /** Calls that were taken in this transaction and are not made. */
  async giveBack(tx: Tx, subject: string, calls: number): Promise<void> {
    await tx.execute('UPDATE insight_budgets SET calls = calls - $2 WHERE subject = $1', [subject, calls]);
  }

  /** Removes windows that have ended; true when there may be more. */
  async cleanUp(tx: Tx): Promise<boolean> {
    const removed = await tx.execute(
      `DELETE FROM insight_budgets WHERE subject IN (
        SELECT subject FROM insight_budgets WHERE ends_at < now() ORDER BY ends_at LIMIT 500 FOR UPDATE SKIP LOCKED)`,
    );
    return removed === 500;
  }
}
