import { Injectable } from '@nestjs/common';
import type { Passkey } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import type { KnownPasskey } from './web-authn.ts';

export interface StoredPasskey extends KnownPasskey {
  readonly id: string;
  readonly userId: string;
}

interface ShownRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly is_synced: boolean;
}

const SHOWN = 'id, name, created_at, last_used_at, is_synced';
const STORED =
  'id, user_id AS "userId", credential_id AS "credentialId", public_key AS "publicKey", counter, transports';

@Injectable()
export class PasskeysRepository {
  async list(tx: Tx, userId: string): Promise<Passkey[]> {
    const rows = await tx.query<ShownRow>(`SELECT ${SHOWN} FROM passkeys WHERE user_id = $1 ORDER BY created_at, id`, [
      userId,
    ]);
    return rows.map(toPasskey);
  }

  known(tx: Tx, userId: string): Promise<StoredPasskey[]> {
    return tx.query<StoredPasskey>(`SELECT ${STORED} FROM passkeys WHERE user_id = $1`, [userId]);
  }

  async find(tx: Tx, credentialId: Buffer): Promise<StoredPasskey | null> {
    const [row] = await tx.query<StoredPasskey>(`SELECT ${STORED} FROM passkeys WHERE credential_id = $1`, [
      credentialId,
    ]);
    return row ?? null;
  }

  /** Null when it is one person's already, or this one has `most`. */
  async insert(
    tx: Tx,
    userId: string,
    passkey: KnownPasskey & { id: string; isSynced: boolean; name: string },
    most: number,
  ): Promise<Passkey | null> {
    // Two at the same moment count one after the other.
    await tx.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    const [row] = await tx.query<ShownRow>(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, is_synced, name)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE (SELECT count(*) FROM passkeys WHERE user_id = $2) < $9
       ON CONFLICT (credential_id) DO NOTHING RETURNING ${SHOWN}`,
      [
        passkey.id,
        userId,
        passkey.credentialId,
        passkey.publicKey,
        passkey.counter,
        passkey.transports,
        passkey.isSynced,
        passkey.name,
        most,
      ],
    );
    return row ? toPasskey(row) : null;
  }

  /** False when the counter is not ahead of the stored one: a copy was used, or the same answer twice. */
  async markUsed(tx: Tx, id: string, counter: number, isSynced: boolean): Promise<boolean> {
    const rows = await tx.execute(
      `UPDATE passkeys SET counter = $2, is_synced = $3, last_used_at = now()
        WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
      [id, counter, isSynced],
    );
    return rows === 1;
  }

  async rename(tx: Tx, userId: string, id: string, name: string): Promise<Passkey | null> {
    const [row] = await tx.query<ShownRow>(
      `UPDATE passkeys SET name = $3 WHERE id = $2 AND user_id = $1 RETURNING ${SHOWN}`,
      [userId, id, name],
    );
    return row ? toPasskey(row) : null;
  }

  /** Its name; null when it is not this person's. */
  async remove(tx: Tx, userId: string, id: string): Promise<string | null> {
    const [row] = await tx.query<{ name: string }>(
      'DELETE FROM passkeys WHERE id = $2 AND user_id = $1 RETURNING name',
      [userId, id],
    );
    return row?.name ?? null;
  }

  async removeSince(tx: Tx, userId: string, since: Date): Promise<void> {
    await tx.execute('DELETE FROM passkeys WHERE user_id = $1 AND created_at >= $2', [userId, since]);
  }
}

function toPasskey(row: ShownRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    isSynced: row.is_synced,
  };
}
