import { AppError } from '@postloom/contracts';
import type { Tx } from './tx.ts';

/**
 * Deleted businesses, by the tombstones that `Entitlements` keeps in `business_payers`. Nothing may be written for one any
 * more: writers hold a deletion off until they have committed, and a deletion waits for them, so that it sees their rows.
 */
export class Tombstones {
  async isErased(tx: Tx, businessId: string): Promise<boolean> {
    const rows = await tx.query(
      'SELECT 1 AS gone FROM business_payers WHERE business_id = $1 AND deleted_at IS NOT NULL',
      [businessId],
    );
    return rows.length > 0;
  }

  /** Waits for an erasure under way, and holds a new one off until the end of the transaction. @throws AppError not_found */
  async refuseErased(tx: Tx, businessId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [lockKey(businessId)]);
    if (await this.isErased(tx, businessId)) {
      throw new AppError('not_found');
    }
  }

  /** Waits for the writers of this business that are about to commit, so that their rows are seen and go as well. */
  async waitForWriters(tx: Tx, businessId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockKey(businessId)]);
  }
}

function lockKey(businessId: string): string {
  return `erasure ${businessId}`;
}
