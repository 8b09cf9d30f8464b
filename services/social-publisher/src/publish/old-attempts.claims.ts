import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

/** Attempts of all tenants, for the sweep. */
@Injectable()
export class OldAttemptsClaims {
  /** Deletes up to `limit` attempts that were settled 13 months ago (ARCHITECTURE 5.1). EXPLAIN: index scan on publish_attempts_settled. */
  delete(tx: Tx, limit: number): Promise<number> {
    return tx.execute(
      `DELETE FROM publish_attempts WHERE id IN (
        SELECT id FROM publish_attempts WHERE settled_at < now() - interval '13 months' ORDER BY settled_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [limit],
    );
  }
}
