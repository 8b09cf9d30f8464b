import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

/** What is left of deleted businesses, of all tenants. The tombstones themselves stay. */
@Injectable()
export class ErasedBusinessesClaims {
  /**
   * Deletes up to `limit` posts, and with them their attempts; one that is still looked for goes when its outcome is known. EXPLAIN:
   * the tombstones by business_payers_deleted, their accounts and posts by index.
   */
  deletePosts(tx: Tx, limit: number): Promise<number> {
    return tx.execute(
      `DELETE FROM publish_jobs WHERE id IN (
        SELECT j.id FROM business_payers b JOIN accounts a ON a.business_id = b.business_id JOIN publish_jobs j ON j.account_id = a.id
        WHERE b.deleted_at IS NOT NULL AND j.state NOT IN ('verifying', 'confirmed') LIMIT $1 FOR UPDATE OF j SKIP LOCKED)`,
      [limit],
    );
  }

  /**
   * Deletes up to `limit` accounts that have neither posts nor tokens any more, and with them their lanes. Not while a lane is
   * visited: a visit that comes back with renewed tokens finds by its account that they are to be revoked.
   */
  deleteAccounts(tx: Tx, limit: number): Promise<number> {
    return tx.execute(
      `DELETE FROM accounts WHERE id IN (
        SELECT a.id FROM business_payers b JOIN accounts a ON a.business_id = b.business_id
        WHERE b.deleted_at IS NOT NULL AND a.state = 'removed'
          AND NOT EXISTS (SELECT 1 FROM publish_jobs j WHERE j.account_id = a.id)
          AND NOT EXISTS (SELECT 1 FROM account_secrets s WHERE s.account_id = a.id)
          AND NOT EXISTS (SELECT 1 FROM lanes l WHERE l.id = a.id AND l.lease_until > now())
        LIMIT $1 FOR UPDATE OF a SKIP LOCKED)`,
      [limit],
    );
  }
}
