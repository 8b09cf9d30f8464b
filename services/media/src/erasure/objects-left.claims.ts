import { Injectable } from '@nestjs/common';
import type { UnderWay } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';

/** Objects of an erased person and their businesses that storage has still to delete. Plan: `object_deletions_of_business`, one look each. */
@Injectable()
export class ObjectsLeft implements UnderWay {
  async isUnderWay(tx: Tx, erasureId: string): Promise<boolean> {
    const left = await tx.query(
      `SELECT 1 AS one FROM (
         SELECT id FROM erasures WHERE person_erasure_id = $1
         UNION ALL SELECT user_id FROM person_erasures WHERE id = $1) owner
       WHERE EXISTS (SELECT FROM object_deletions d WHERE split_part(d.object_key, '/', 1) = owner.id::text) LIMIT 1`,
      [erasureId],
    );
    return left.length > 0;
  }
}
