import type { Tx } from '@postloom/persistence';

/** How far each handler has compared its inbox with its producer's outbox; a time in the producer's outbox, as text with microseconds. */
export class FeedCursorsRepository {
  /** Cursors of these handlers. A handler seen for the first time starts now: what lies before it came into being is not its history. */
  async register(tx: Tx, producer: string, handlers: readonly string[]): Promise<Map<string, string>> {
    await tx.query(
      `INSERT INTO feed_cursors (producer, handler, position)
       SELECT $1, unnest($2::text[]), now() ON CONFLICT (producer, handler) DO NOTHING`,
      [producer, handlers],
    );
    const rows = await tx.query<{ handler: string; position: string }>(
      `SELECT handler, to_char(position AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS position
       FROM feed_cursors WHERE producer = $1 AND handler = ANY($2)`,
      [producer, handlers],
    );
    return new Map(rows.map((row) => [row.handler, row.position]));
  }

  /** Never backwards: another process may be further. */
  async advance(tx: Tx, producer: string, handler: string, position: string): Promise<void> {
    await tx.query(
      `UPDATE feed_cursors SET position = greatest(position, $3::timestamptz), updated_at = now()
       WHERE producer = $1 AND handler = $2`,
      [producer, handler, position],
    );
  }
}
