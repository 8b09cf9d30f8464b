import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

export type TokenPurpose =
  'verify_email' | 'reset_password' | 'delete_account' | 'connect_sign_in' | 'change_email' | 'secure_account';

export interface OneUseTokenRow {
  readonly user_id: string;
  /** The address that the link was sent to. */
  readonly email: string;
  readonly is_usable: boolean;
  readonly created_at: Date;
}

@Injectable()
export class OneUseTokensRepository {
  /** Returns the link's expiry. */
  async insert(
    tx: Tx,
    token: { hash: Buffer; userId: string; purpose: TokenPurpose; email: string; hours: number },
  ): Promise<Date> {
    const rows = await tx.query<{ expires_at: Date }>(
      `INSERT INTO one_use_tokens (token_hash, user_id, purpose, email, expires_at)
       VALUES ($1, $2, $3, $4, now() + $5 * interval '1 hour') RETURNING expires_at`,
      [token.hash, token.userId, token.purpose, token.email, token.hours],
    );
    const [row] = rows;
    if (!row) {
      throw new Error('The token was not inserted.');
    }
    return row.expires_at;
  }

  async find(tx: Tx, hash: Buffer, purpose: TokenPurpose): Promise<OneUseTokenRow | null> {
    const rows = await tx.query<OneUseTokenRow>(
      `SELECT user_id, email, created_at, used_at IS NULL AND expires_at > now() AS is_usable
         FROM one_use_tokens WHERE token_hash = $1 AND purpose = $2`,
      [hash, purpose],
    );
    return rows[0] ?? null;
  }

  /** Consumes it; false when it was already used or has expired. */
  async consume(tx: Tx, hash: Buffer): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE one_use_tokens SET used_at = now()
        WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now() RETURNING user_id`,
      [hash],
    );
    return rows.length > 0;
  }

  /** No other link of this kind works any longer. */
  async consumeOthers(tx: Tx, userId: string, purpose: TokenPurpose): Promise<void> {
    await tx.query(
      'UPDATE one_use_tokens SET used_at = now() WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL',
      [userId, purpose],
    );
  }
}
