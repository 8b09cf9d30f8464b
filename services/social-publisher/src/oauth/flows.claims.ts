import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

/** Sign-ins of all tenants, for the sweep. */
@Injectable()
export class FlowsClaims {
  /** Deletes up to `limit` expired sign-ins, with the tokens they contain. */
  deleteExpired(tx: Tx, limit: number): Promise<number> {
    return tx.execute(
      `DELETE FROM oauth_flows WHERE id IN (
        SELECT id FROM oauth_flows WHERE expires_at < now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [limit],
    );
  }
}
