import { Injectable } from '@nestjs/common';
import { ErasedBusinesses } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { RefsRepository } from '../facts/index.ts';

/** The tombstones in `business_refs`: late events of a deleted business are refused by every inbox. */
@Injectable()
export class ErasedBusinessesRepository extends ErasedBusinesses {
  constructor(private readonly refs: RefsRepository) {
    super();
  }

  override isErased(tx: Tx, businessId: string): Promise<boolean> {
    return this.refs.isBusinessDeleted(tx, businessId);
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
