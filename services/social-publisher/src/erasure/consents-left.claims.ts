import { Injectable } from '@nestjs/common';
import type { UnderWay } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';

/** Consents of erased businesses that are still to be taken back at the platforms; each row holds sealed tokens until then. */
@Injectable()
export class ConsentsLeft implements UnderWay {
  async isUnderWay(tx: Tx, erasureId: string): Promise<boolean> {
    const left = await tx.query(
      `SELECT 1 AS one FROM revocations r JOIN erasures e ON e.id = r.business_id WHERE e.person_erasure_id = $1 LIMIT 1`,
      [erasureId],
    );
    return left.length > 0;
  }
}
