import { Injectable } from '@nestjs/common';
import type { Sealed, Tx } from '@postloom/persistence';

export interface TotpRow extends Sealed {
  readonly state: 'pending' | 'on';
  readonly lastStep: number;
  readonly onSince: Date | null;
}

export interface StoredSecret extends Sealed {
  readonly userId: string;
}

const SEALED = 'kid, wrapped_key AS "wrappedKey", ciphertext';

@Injectable()
export class SecondStepsRepository {
  async find(tx: Tx, userId: string): Promise<TotpRow | null> {
    const [row] = await tx.query<TotpRow>(
      `SELECT state, ${SEALED}, last_step AS "lastStep", on_since AS "onSince" FROM totp WHERE user_id = $1`,
      [userId],
    );
    return row ?? null;
  }

  /** Replaces one that is pending. False when the second step is on. */
  async putPending(tx: Tx, userId: string, sealed: Sealed): Promise<boolean> {
    const rows = await tx.execute(
      `INSERT INTO totp AS t (user_id, kid, wrapped_key, ciphertext) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id) DO UPDATE SET kid = excluded.kid, wrapped_key = excluded.wrapped_key,
         ciphertext = excluded.ciphertext, last_step = 0, created_at = now()
       WHERE t.state = 'pending'`,
      [userId, sealed.kid, sealed.wrappedKey, sealed.ciphertext],
    );
    return rows === 1;
  }

  /** `step` of the code that proved it. False when it was not pending any more, or the code was used. */
  async turnOn(tx: Tx, userId: string, step: number): Promise<boolean> {
    const rows = await tx.execute(
      `UPDATE totp SET state = 'on', on_since = now(), last_step = $2
        WHERE user_id = $1 AND state = 'pending' AND last_step < $2`,
      [userId, step],
    );
    return rows === 1;
  }

  /** A code counts once, and none before it any more. */
  async useStep(tx: Tx, userId: string, step: number): Promise<boolean> {
    const rows = await tx.execute(
      `UPDATE totp SET last_step = $2 WHERE user_id = $1 AND state = 'on' AND last_step < $2`,
      [userId, step],
    );
    return rows === 1;
  }

  /** True when it was on. Its recovery codes go as well. */
  async remove(tx: Tx, userId: string): Promise<boolean> {
    const rows = await tx.query<{ state: string }>('DELETE FROM totp WHERE user_id = $1 RETURNING state', [userId]);
    await tx.execute('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
    return rows[0]?.state === 'on';
  }

  /** Of what was set up since: an app, and recovery codes. */
  async removeSince(tx: Tx, userId: string, since: Date): Promise<void> {
    await tx.execute('DELETE FROM totp WHERE user_id = $1 AND coalesce(on_since, created_at) >= $2', [userId, since]);
    await tx.execute('DELETE FROM recovery_codes WHERE user_id = $1 AND created_at >= $2', [userId, since]);
  }

  async putRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
    await tx.execute('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
    await tx.execute(
      'INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, hash FROM unnest($2::bytea[]) AS c (hash)',
      [userId, hashes],
    );
  }

  async useRecoveryCode(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
    const rows = await tx.execute(
      'UPDATE recovery_codes SET used_at = now() WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
      [userId, hash],
    );
    return rows === 1;
  }

  async countRecoveryCodes(tx: Tx, userId: string): Promise<number> {
    const [row] = await tx.query<{ left: number }>(
      'SELECT count(*)::int AS left FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL',
      [userId],
    );
    return row?.left ?? 0;
  }

  /**
   * Secrets that are not under the current key, of people after this one; locked until the end of the transaction. Written so that the
   * index finds that there are none, as a rule, without reading the table.
   */
  underOtherKeys(tx: Tx, currentKid: string, after: string, limit: number): Promise<StoredSecret[]> {
    return tx.query<StoredSecret>(
      `SELECT user_id AS "userId", ${SEALED} FROM totp
        WHERE (kid < $1 OR kid > $1) AND user_id > $2 ORDER BY user_id LIMIT $3 FOR UPDATE SKIP LOCKED`,
      [currentKid, after, limit],
    );
  }

  /** The same secrets under another key. */
  async reseal(tx: Tx, all: readonly StoredSecret[]): Promise<void> {
    await tx.execute(
      `UPDATE totp t SET kid = n.kid, wrapped_key = n.wrapped_key, ciphertext = n.ciphertext
         FROM unnest($1::uuid[], $2::text[], $3::bytea[], $4::bytea[]) AS n (user_id, kid, wrapped_key, ciphertext)
        WHERE t.user_id = n.user_id`,
      [
        all.map((one) => one.userId),
        all.map((one) => one.kid),
        all.map((one) => one.wrappedKey),
        all.map((one) => one.ciphertext),
      ],
    );
  }
}
