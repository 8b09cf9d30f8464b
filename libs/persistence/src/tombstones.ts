import { createHash } from 'node:crypto';
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
    // Sent together: the server looks once it has the lock.
    const [, isErased] = await Promise.all([
      tx.query(`SELECT pg_advisory_xact_lock_shared(${lockOf('$1')})`, [businessId]),
      this.isErased(tx, businessId),
    ]);
    if (isErased) {
      throw new AppError('not_found');
    }
  }

  /**
   * Marks the business as deleted: from this commit on nothing is stored for it, and its erasure begins. Waits for writers
   * that are about to commit. Repeating it changes nothing. `personErasureId` names the erasure of the owner that it belongs to.
   */
  async bury(tx: Tx, businessId: string, personErasureId?: string | null): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(${lockOf('$1')})`, [businessId]);
    await tx.query(
      `INSERT INTO erasures AS e (id, person_erasure_id) VALUES ($1, $2)
      ON CONFLICT (id) DO UPDATE SET person_erasure_id = excluded.person_erasure_id
      WHERE e.person_erasure_id IS NULL AND excluded.person_erasure_id IS NOT NULL`,
      [businessId, personErasureId ?? null],
    );
  }

  /** Marks a person as deleted together with this number of businesses, and begins their erasure. Repeating it changes nothing. */
  async buryPerson(tx: Tx, person: { erasureId: string; userId: string; businesses: number }): Promise<void> {
    await tx.query(
      `INSERT INTO person_erasures (id, user_id, user_hash, businesses) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
      [person.erasureId, person.userId, personHash(person.userId), person.businesses],
    );
  }

  async isErasedPerson(tx: Tx, userId: string): Promise<boolean> {
    const rows = await tx.query('SELECT 1 AS gone FROM person_erasures WHERE user_hash = $1', [personHash(userId)]);
    return rows.length > 0;
  }
}

/**
 * SQL for claims over many businesses: true when the erasure of the row's business is blocked until the transaction ends, false when one is
 * in progress. It never waits, because whoever claims has locked rows that the erasure's other writers may want.
 */
export const blocksErasure = (businessId: string): string => `pg_try_advisory_xact_lock_shared(${lockOf(businessId)})`;

/** An id has 74 random bits or more, so nobody finds a person by trying. */
function personHash(userId: string): Buffer {
  return createHash('sha256').update(userId).digest();
}

function lockOf(businessId: string): string {
  return `hashtextextended('erasure ' || ${businessId}::text, 0)`;
}
