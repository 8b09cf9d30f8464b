import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { Sealed } from './envelope.ts';

interface SecretRow {
  account_id: string;
  business_id: string;
  platform: string;
  kid: string;
  wrapped_key: Buffer;
  ciphertext: Buffer;
}

export interface StoredSecret extends Sealed {
  readonly accountId: string;
  readonly businessId: string;
  readonly platform: string;
}

/** The sealed tokens, one row per account. */
@Injectable()
export class SecretsRepository {
  async save(tx: Tx, account: { id: string; businessId: string; platform: string }, sealed: Sealed): Promise<void> {
    await tx.execute(
      `INSERT INTO account_secrets (account_id, business_id, platform, kid, wrapped_key, ciphertext)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (account_id) DO UPDATE SET kid = excluded.kid, wrapped_key = excluded.wrapped_key,
        ciphertext = excluded.ciphertext, updated_at = now()`,
      [account.id, account.businessId, account.platform, sealed.kid, sealed.wrappedKey, sealed.ciphertext],
    );
  }

  /** Replaces exactly the secret that was read; false when it was destroyed or replaced meanwhile. */
  async swap(tx: Tx, previous: StoredSecret, sealed: Sealed): Promise<boolean> {
    const changed = await tx.execute(
      `UPDATE account_secrets SET kid = $3, wrapped_key = $4, ciphertext = $5, updated_at = now()
      WHERE account_id = $1 AND ciphertext = $2`,
      [previous.accountId, previous.ciphertext, sealed.kid, sealed.wrappedKey, sealed.ciphertext],
    );
    return changed === 1;
  }

  async find(tx: Tx, businessId: string, accountId: string): Promise<StoredSecret | null> {
    const [row] = await tx.query<SecretRow>(
      `SELECT account_id, business_id, platform, kid, wrapped_key, ciphertext FROM account_secrets
      WHERE account_id = $1 AND business_id = $2`,
      [accountId, businessId],
    );
    return row ? stored(row) : null;
  }

  /**
   * Destroys the secret and gives it back one last time, for the revocation. While a call's outcome is open the secret is
   * still needed to look; then nothing happens, and the lane shreds it when it has looked.
   */
  async shred(tx: Tx, businessId: string, accountId: string): Promise<StoredSecret | null> {
    const [row] = await tx.query<SecretRow>(
      `DELETE FROM account_secrets s WHERE s.account_id = $1 AND s.business_id = $2
        AND NOT EXISTS (SELECT 1 FROM publish_attempts a WHERE a.account_id = s.account_id AND a.outcome = 'open')
      RETURNING account_id, business_id, platform, kid, wrapped_key, ciphertext`,
      [accountId, businessId],
    );
    return row ? stored(row) : null;
  }
}

export function stored(row: SecretRow): StoredSecret {
  return {
    accountId: row.account_id,
    businessId: row.business_id,
    platform: row.platform,
    kid: row.kid,
    wrappedKey: row.wrapped_key,
    ciphertext: row.ciphertext,
  };
}
