import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class SignInsClaims {
  /** Deletes up to `limit` sign-ins that nobody came back from. */
  deleteExpired(tx: Tx, limit: number): Promise<number> {
    return tx.execute(
      `DELETE FROM openid_sign_ins WHERE state_hash IN (
        SELECT state_hash FROM openid_sign_ins WHERE expires_at < now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [limit],
    );
  }
}
