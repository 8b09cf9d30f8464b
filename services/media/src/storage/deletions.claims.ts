import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

/**
 * Objects to delete, listed in the transaction that makes them superfluous. Deleting one twice is harmless, so there is no fence: whoever
 * claims a row deletes the object, and a crash only repeats that.
 */
@Injectable()
export class DeletionClaims {
  async add(tx: Tx, objectKeys: readonly string[], afterSeconds = 0): Promise<void> {
    if (objectKeys.length === 0) {
      return;
    }
    await tx.query(
      `INSERT INTO object_deletions (object_key, ready_at)
       SELECT key, now() + make_interval(secs => $2) FROM unnest($1::text[]) AS key
       ON CONFLICT (object_key) DO UPDATE SET ready_at = least(object_deletions.ready_at, excluded.ready_at)`,
      [objectKeys, afterSeconds],
    );
  }

  /** The object is needed after all. @throws AppError conflict when it was already due for deletion */
  async withdraw(tx: Tx, objectKey: string): Promise<void> {
    const kept = await tx.execute('DELETE FROM object_deletions WHERE object_key = $1 AND ready_at > now()', [
      objectKey,
    ]);
    if (kept === 0) {
      throw new AppError('conflict');
    }
  }

  /** Claims up to `limit` ready rows for a minute, the longest waiting first, and counts the try. */
  async claim(tx: Tx, limit: number): Promise<string[]> {
    const rows = await tx.query<{ key: string }>(
      `WITH c AS (SELECT object_key FROM object_deletions WHERE ready_at <= now() ORDER BY ready_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE object_deletions d SET ready_at = now() + interval '1 minute', tries = tries + 1
       FROM c WHERE d.object_key = c.object_key RETURNING d.object_key AS key`,
      [limit],
    );
    return rows.map(({ key }) => key);
  }

  /** Storage did not delete these: retried after 2, 4, 8 … seconds, at most an hour, until it does. */
  async postpone(tx: Tx, objectKeys: readonly string[]): Promise<void> {
    await tx.execute(
      `UPDATE object_deletions SET ready_at = now() + make_interval(secs => least(3600, 2 ^ least(tries, 12)))
       WHERE object_key = ANY ($1)`,
      [objectKeys],
    );
  }

  async done(tx: Tx, objectKeys: readonly string[]): Promise<void> {
    await tx.query('DELETE FROM object_deletions WHERE object_key = ANY ($1)', [objectKeys]);
  }
}
