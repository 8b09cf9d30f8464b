import { Injectable } from '@nestjs/common';
import type { Sealed, Tx } from '@postloom/persistence';

export interface SecretRow {
  account_id: string;
  business_id: string;
  platform: string;
  origin: string | null;
  generation: string;
  kid: string;
  wrapped_key: Buffer;
  ciphertext: Buffer;
}

export interface StoredSecret extends Sealed {
  readonly accountId: string;
  readonly businessId: string;
  readonly platform: string;
  readonly origin: string | null;
  /** Changes with the tokens, and not when they are only sealed under another key. */
  readonly generation: string;
}

export const secretColumns = 'account_id, business_id, platform, origin, generation, kid, wrapped_key, ciphertext';

/** The sealed tokens, one row per account. */
@Injectable()
export class SecretsRepository {
  async save(
    tx: Tx,
    account: { id: string; businessId: string; platform: string; origin: string | null },
    sealed: Sealed,
  ): Promise<void> {
    await tx.execute(
      `INSERT INTO account_secrets (account_id, business_id, platform, origin, kid, wrapped_key, ciphertext)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (account_id) DO UPDATE SET kid = excluded.kid, wrapped_key = excluded.wrapped_key,
        ciphertext = excluded.ciphertext, generation = gen_random_uuid(), updated_at = now()`,
      [
        account.id,
        account.businessId,
        account.platform,
        account.origin,
        sealed.kid,
        sealed.wrappedKey,
        sealed.ciphertext,
      ],
    );
  }

  /**
   * Replaces exactly the tokens that were read, even when they were sealed under another key in the meantime. Null: they were destroyed or
   * replaced.
   */
  async swap(tx: Tx, previous: StoredSecret, sealed: Sealed): Promise<StoredSecret | null> {
    const [row] = await tx.query<SecretRow>(
      `UPDATE account_secrets SET kid = $3, wrapped_key = $4, ciphertext = $5, generation = gen_random_uuid(), updated_at = now()
      WHERE account_id = $1 AND generation = $2 RETURNING ${secretColumns}`,
      [previous.accountId, previous.generation, sealed.kid, sealed.wrappedKey, sealed.ciphertext],
    );
    return row ? stored(row) : null;
  }

  async find(tx: Tx, businessId: string, accountId: string): Promise<StoredSecret | null> {
    const [row] = await tx.query<SecretRow>(
      `SELECT ${secretColumns} FROM account_secrets
      WHERE account_id = $1 AND business_id = $2`,
      [accountId, businessId],
    );
    return row ? stored(row) : null;
  }

  /**
   * Removes the secret and returns it, for the revocation. While a call's outcome is open the secret is still needed to verify it:
   * then nothing happens (null), and the lane takes it afterwards.
   */
  async take(tx: Tx, businessId: string, accountId: string): Promise<StoredSecret | null> {
    const [row] = await tx.query<SecretRow>(
      `DELETE FROM account_secrets s WHERE s.account_id = $1 AND s.business_id = $2
        AND NOT EXISTS (SELECT 1 FROM publish_attempts a WHERE a.account_id = s.account_id AND a.outcome = 'open')
      RETURNING ${secretColumns}`,
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
    origin: row.origin,
    generation: row.generation,
    kid: row.kid,
    wrappedKey: row.wrapped_key,
    ciphertext: row.ciphertext,
  };
}
