import { Injectable } from '@nestjs/common';
import type { AccountReplacement, Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { movesNow } from '../facts/index.ts';
import { targetWaitsForAccount } from '../posts/index.ts';

interface ReplacementRow {
  platform: Platform;
  from_account_id: string;
  from_name: string | null;
  to_account_id: string;
  to_name: string | null;
  posts: number;
  schedules: number;
  decision: 'keep' | null;
}

/** Posts and schedules that wait for an account in whose place another one is connected. */
@Injectable()
export class ReplacementsRepository {
  /**
   * Those of a business, of one platform or all, that nobody has moved.
   * Plan: account_refs_of_business; only for accounts that were replaced, posts_waiting and the targets of those posts.
   */
  async list(tx: Tx, businessId: string, platform: Platform | null = null): Promise<AccountReplacement[]> {
    const rows = await tx.query<ReplacementRow>(
      `SELECT * FROM (
        SELECT gone.platform, gone.account_id AS from_account_id, gone.name AS from_name,
          present.account_id AS to_account_id, present.name AS to_name, d.decision,
          (SELECT count(*)::int FROM posts p JOIN post_targets t ON t.post_id = p.id
            WHERE p.business_id = $1 AND p.status = 'scheduled' AND t.platform = gone.platform
              AND t.account_id = gone.account_id AND (t.state = 'dispatched' OR ${targetWaitsForAccount})) AS posts,
          (SELECT count(*)::int FROM recurring_schedules s
            WHERE s.business_id = $1 AND s.account_ids ->> gone.platform = gone.account_id::text) AS schedules
        FROM account_refs gone
        JOIN LATERAL (SELECT account_id, name FROM account_refs c
          WHERE c.business_id = $1 AND c.platform = gone.platform AND c.state = 'connected'
          ORDER BY c.connected_at DESC, c.account_id LIMIT 1) AS present ON true
        LEFT JOIN account_replacements d ON d.business_id = $1 AND d.from_account_id = gone.account_id
          AND d.from_version = gone.version AND (d.decision = 'move' OR d.to_account_id = present.account_id)
        WHERE gone.business_id = $1 AND gone.state = 'removed' AND ($2::text IS NULL OR gone.platform = $2)
          AND d.decision IS DISTINCT FROM 'move') AS waiting
      WHERE posts + schedules > 0 ORDER BY platform, from_account_id`,
      [businessId, platform],
    );
    return rows.map((row) => ({
      ...{ platform: row.platform, posts: row.posts, schedules: row.schedules, decision: row.decision ?? 'open' },
      from: { accountId: row.from_account_id, accountName: row.from_name },
      to: { accountId: row.to_account_id, accountName: row.to_name },
    }));
  }

  /** An account as it is known here, locked until the transaction ends. */
  async lockAccount(
    tx: Tx,
    businessId: string,
    accountId: string,
  ): Promise<{ platform: Platform; state: 'connected' | 'broken' | 'removed'; version: number } | null> {
    const [row] = await tx.query<{
      platform: Platform;
      state: 'connected' | 'broken' | 'removed';
      version: number;
    }>('SELECT platform, state, version FROM account_refs WHERE business_id = $1 AND account_id = $2 FOR UPDATE', [
      businessId,
      accountId,
    ]);
    return row ?? null;
  }

  /**
   * The account was disconnected: schedules made before wait for it, unless its posts go from another account already. `at`: when
   * it was disconnected.
   */
  async bindSchedules(tx: Tx, account: { businessId: string; accountId: string; platform: Platform; at: Date }) {
    await tx.execute(
      `UPDATE recurring_schedules s SET account_ids = s.account_ids || jsonb_build_object($3::text, $2::text)
      WHERE s.id IN (SELECT r.id FROM recurring_schedules r
        WHERE r.business_id = $1 AND $3 = ANY (r.platforms) AND NOT r.account_ids ? $3 AND r.created_at < $4
        ORDER BY r.id FOR UPDATE)
        AND NOT EXISTS (SELECT 1 FROM account_replacements d
          WHERE d.business_id = $1 AND d.from_account_id = $2::uuid AND ${movesNow('d')})`,
      [account.businessId, account.accountId, account.platform, account.at],
    );
  }

  /** Schedules that wait for the account follow the one connected from now on. */
  async releaseSchedules(tx: Tx, businessId: string, accountId: string, platform: Platform): Promise<void> {
    await tx.execute(
      `UPDATE recurring_schedules s SET account_ids = s.account_ids - $3::text
      WHERE s.id IN (SELECT r.id FROM recurring_schedules r
        WHERE r.business_id = $1 AND r.account_ids ->> $3 = $2 ORDER BY r.id FOR UPDATE)`,
      [businessId, accountId, platform],
    );
  }

  /**
   * Up to `limit` posts with a target that a decision moves, soonest first; none once the decision is no longer in force.
   * Plan: Index Scan using posts_waiting.
   */
  async postsToMove(tx: Tx, decisionId: string, limit: number): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `SELECT p.id FROM account_replacements d
      JOIN posts p ON p.business_id = d.business_id AND p.status = 'scheduled'
      JOIN post_targets t ON t.post_id = p.id AND t.account_id = d.from_account_id AND ${targetWaitsForAccount}
      WHERE d.id = $1 AND ${movesNow('d')} ORDER BY p.due_at, p.id LIMIT $2`,
      [decisionId, limit],
    );
    return rows.map(({ id }) => id);
  }
}
