import { Injectable } from '@nestjs/common';
import { ErasedBusinesses } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';

/** Tombstones: late events of a deleted business are refused by every inbox. */
@Injectable()
export class ErasedBusinessesRepository extends ErasedBusinesses {
  /** Also holds off a deletion that is under way until the end of the transaction, so that it sees what is written here. */
  override async isErased(tx: Tx, businessId: string): Promise<boolean> {
    await tx.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [lockKey(businessId)]);
    const rows = await tx.query('SELECT 1 AS gone FROM erased_businesses WHERE id = $1', [businessId]);
    return rows.length > 0;
  }

  async bury(tx: Tx, businessId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockKey(businessId)]);
    await tx.query('INSERT INTO erased_businesses (id) VALUES ($1) ON CONFLICT DO NOTHING', [businessId]);
  }
}

const lockKey = (businessId: string): string => `erasure ${businessId}`;
