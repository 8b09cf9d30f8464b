import { Injectable } from '@nestjs/common';
import { ErasurePlan } from '@postloom/persistence';
import type { ErasureStep, Tx } from '@postloom/persistence';

/**
 * Everything that the publisher stores about a business. Posts and accounts that are still needed to resolve an open outcome stay until it
 * is known; as long as one of them exists, so does its account.
 */
@Injectable()
export class ErasureRepository extends ErasurePlan {
  override readonly steps: readonly ErasureStep[] = [
    { table: 'oauth_flows' },
    { table: 'late_limits', key: 'business_id' },
    { table: 'deleted_posts', key: 'post_id' },
    { table: 'accounts', erase: (tx, businessId, limit) => this.cancelPosts(tx, businessId, limit) },
    { table: 'accounts', erase: (tx, businessId, limit) => this.deletePosts(tx, businessId, limit) },
    { table: 'accounts', erase: (tx, businessId, limit) => this.deleteAccounts(tx, businessId, limit) },
  ];

  /** Cancels what was not sent, on accounts that were disconnected before as well. */
  cancelPosts(tx: Tx, businessId: string, limit: number): Promise<number> {
    return tx.execute(
      `UPDATE publish_jobs SET state = 'cancelled', ready_at = 'infinity', wait_code = NULL, version = version + 1
      WHERE id IN (SELECT j.id FROM accounts a JOIN publish_jobs j ON j.account_id = a.id
        WHERE a.business_id = $1 AND j.state IN ('queued', 'prepared') LIMIT $2 FOR UPDATE OF j)`,
      [businessId, limit],
    );
  }

  /** What is in flight is not sent again; at most a few per account. */
  async giveUpVerifying(tx: Tx, businessId: string): Promise<void> {
    await tx.execute(
      `UPDATE publish_jobs SET word = 'give_up', word_at = now()
      WHERE account_id IN (SELECT id FROM accounts WHERE business_id = $1) AND state = 'verifying' AND word IS NULL`,
      [businessId],
    );
  }

  /** Posts, and with them their attempts; one whose outcome is open is deleted when it is known. EXPLAIN: accounts and posts by index. */
  private deletePosts(tx: Tx, businessId: string, limit: number): Promise<number> {
    return tx.execute(
      `DELETE FROM publish_jobs WHERE id IN (
        SELECT j.id FROM accounts a JOIN publish_jobs j ON j.account_id = a.id
        WHERE a.business_id = $1 AND j.state NOT IN ('verifying', 'confirmed') LIMIT $2 FOR UPDATE OF j SKIP LOCKED)`,
      [businessId, limit],
    );
  }

  /**
   * Accounts that have neither posts nor tokens any more, and with them their lanes. Not while a lane is claimed: a run that comes back
   * with renewed tokens learns from its account that they must be revoked.
   */
  private deleteAccounts(tx: Tx, businessId: string, limit: number): Promise<number> {
    return tx.execute(
      `DELETE FROM accounts WHERE id IN (
        SELECT a.id FROM accounts a
        WHERE a.business_id = $1 AND a.state = 'removed'
          AND NOT EXISTS (SELECT 1 FROM publish_jobs j WHERE j.account_id = a.id)
          AND NOT EXISTS (SELECT 1 FROM account_secrets s WHERE s.account_id = a.id)
          AND NOT EXISTS (SELECT 1 FROM lanes l WHERE l.id = a.id AND l.lease_until > now())
        LIMIT $2 FOR UPDATE OF a SKIP LOCKED)`,
      [businessId, limit],
    );
  }
}
