import { AppError } from '@postloom/contracts';
import type { Tx } from './tx.ts';

/**
 * Deleted businesses. Nothing may be written for one any more: writers block a deletion until they have committed, so that
 * the deletion sees their rows. The rows themselves go afterwards, in batches (`ErasureWorker`).
 */
export class Tombstones {
  async isErased(tx: Tx, businessId: string): Promise<boolean> {
    const rows = await tx.query('SELECT 1 AS gone FROM erasures WHERE id = $1', [businessId]);
    return rows.length > 0;
  }

  /** Waits for an erasure in progress and blocks a new one until the transaction ends. @throws AppError not_found */
  async refuseErased(tx: Tx, businessId: string): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock_shared(${lockOf('$1')})`, [businessId]);
    if (await this.isErased(tx, businessId)) {
      throw new AppError('not_found');
    }
  }

  /**
   * Marks the business as deleted: from this commit on nothing is stored for it, and its erasure begins. Waits for writers
   * that are about to commit. Repeating it changes nothing.
   */
  async bury(tx: Tx, businessId: string): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(${lockOf('$1')})`, [businessId]);
    await tx.query('INSERT INTO erasures (id) VALUES ($1) ON CONFLICT DO NOTHING', [businessId]);
  }
}

/**
 * SQL for claims over many businesses: true when the erasure of the row's business is blocked until the transaction ends, false when one is
 * in progress. It never waits, because whoever claims has locked rows that the erasure's other writers may want.
 */
export const blocksErasure = (businessId: string): string => `pg_try_advisory_xact_lock_shared(${lockOf(businessId)})`;

function lockOf(businessId: string): string {
  return `hashtextextended('erasure ' || ${businessId}::text, 0)`;
}
