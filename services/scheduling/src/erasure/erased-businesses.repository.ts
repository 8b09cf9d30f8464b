import { Injectable } from '@nestjs/common';
import { ErasedBusinesses } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';

/** The tombstones in `business_refs`: late events of a deleted business are refused by every inbox. */
@Injectable()
export class ErasedBusinessesRepository extends ErasedBusinesses {
  override async isErased(tx: Tx, businessId: string): Promise<boolean> {
    const rows = await tx.query(
      'SELECT 1 AS gone FROM business_refs WHERE business_id = $1 AND deleted_at IS NOT NULL',
      [businessId],
    );
    return rows.length > 0;
  }

  /** Nothing of this business goes out any more; one statement, so that it holds from the commit on. */
  async cancelTargets(tx: Tx, businessId: string): Promise<void> {
    await tx.execute(
      `UPDATE post_targets t SET state = 'cancelled' FROM posts p
      WHERE p.business_id = $1 AND t.business_id = $1 AND t.post_id = p.id AND t.state IN ('draft', 'scheduled')`,
      [businessId],
    );
  }
}
