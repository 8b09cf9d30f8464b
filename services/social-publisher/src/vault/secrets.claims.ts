import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { Sealed } from './envelope.ts';
import { secretColumns, stored } from './secrets.repository.ts';
import type { StoredSecret } from './secrets.repository.ts';

/** How many rows a key of the installation still wraps. */
export interface KeyUse {
  readonly kid: string;
  readonly secrets: number;
  /** Sign-ins under way; they end by themselves within minutes. */
  readonly signIns: number;
}

/** Secrets across tenants, for the rotation of keys. */
@Injectable()
export class SecretsClaims {
  /** Locks up to `limit` secrets that one of the keys `kids` wraps. */
  async under(tx: Tx, kids: readonly string[], limit: number): Promise<StoredSecret[]> {
    const rows = await tx.query<Parameters<typeof stored>[0]>(
      `SELECT ${secretColumns} FROM account_secrets WHERE kid = ANY ($1) ORDER BY account_id LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [[...kids], limit],
    );
    return rows.map(stored);
  }

  /** The same tokens under another key: their generation stays. */
  async replace(tx: Tx, accountId: string, sealed: Sealed): Promise<void> {
    await tx.execute(
      'UPDATE account_secrets SET kid = $2, wrapped_key = $3, ciphertext = $4, updated_at = now() WHERE account_id = $1',
      [accountId, sealed.kid, sealed.wrappedKey, sealed.ciphertext],
    );
  }

  /** Every key that a row names, configured or not. */
  usage(tx: Tx): Promise<KeyUse[]> {
    return tx.query<{ kid: string; secrets: number; signIns: number }>(
      `SELECT kid, sum(secrets)::int AS secrets, sum(sign_ins)::int AS "signIns" FROM (
        SELECT kid, count(*) AS secrets, 0 AS sign_ins FROM account_secrets GROUP BY kid
        UNION ALL
        SELECT kid, 0, count(*) FROM oauth_flows WHERE expires_at > now() GROUP BY kid) AS used
      GROUP BY kid ORDER BY kid`,
    );
  }
}
