import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { Limit } from '../config.ts';

@Injectable()
export class ThrottlesRepository {
  /** Takes one from each key that still has one; answers the keys (hex) that had. One statement, in the given order. */
  async take(tx: Tx, keys: readonly Buffer[], limits: readonly Limit[]): Promise<string[]> {
    const rows = await tx.query<{ key: string }>(
      `INSERT INTO throttles AS t (key, used, allowed, ends_at)
       SELECT k.key, 1, k.allowed, now() + k.seconds * interval '1 second'
         FROM unnest($1::bytea[], $2::int[], $3::int[]) WITH ORDINALITY AS k (key, allowed, seconds, position)
        ORDER BY k.position
       ON CONFLICT (key) DO UPDATE SET
         used = CASE WHEN t.ends_at <= now() THEN 1 ELSE t.used + 1 END,
         allowed = excluded.allowed,
         ends_at = CASE WHEN t.ends_at <= now() THEN excluded.ends_at ELSE t.ends_at END
       WHERE t.ends_at <= now() OR t.used < excluded.allowed
       RETURNING encode(key, 'hex') AS key`,
      [keys, limits.map((limit) => limit.allowed), limits.map((limit) => limit.seconds)],
    );
    return rows.map((row) => row.key);
  }

  /** Seconds until the last of these windows ends, at least 1. */
  async secondsUntilFree(tx: Tx, keys: readonly Buffer[]): Promise<number> {
    const rows = await tx.query<{ seconds: number }>(
      `SELECT greatest(1, ceil(max(extract(epoch FROM ends_at - now()))))::int AS seconds
         FROM throttles WHERE key = ANY($1::bytea[])`,
      [keys],
    );
    return rows[0]?.seconds ?? 1;
  }

  /** Gives one back to each key; locks in the given order, as `take` does. */
  async giveBack(tx: Tx, keys: readonly Buffer[]): Promise<void> {
    await tx.query(
      `WITH locked AS (
         SELECT key FROM throttles WHERE key = ANY($1::bytea[]) ORDER BY array_position($1::bytea[], key) FOR UPDATE)
       UPDATE throttles t SET used = t.used - 1 FROM locked WHERE t.key = locked.key AND t.used > 0`,
      [keys],
    );
  }
}
