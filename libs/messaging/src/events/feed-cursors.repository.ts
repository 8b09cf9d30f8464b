import type { Tx } from '@postloom/persistence';

/** How far each handler has compared its inbox with its producer's outbox; a time in the producer's outbox, as text with microseconds. */
export class FeedCursorsRepository {
  /** A handler seen for the first time starts now: events from before it existed are not its history. */
  async register(tx: Tx, producer: string, handlers: readonly string[]): Promise<void> {
    await tx.execute(
      `INSERT INTO feed_cursors (producer, handler, position)
       SELECT $1, unnest($2::text[]), now() ON CONFLICT (producer, handler) DO NOTHING`,
      [producer, handlers],
    );
  }

  /** Handler -> position. */
  async positions(tx: Tx, producer: string, handlers: readonly string[]): Promise<Map<string, string>> {
    const rows = await tx.query<{ handler: string; position: string }>(
      `SELECT handler, to_char(position AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS position
       FROM feed_cursors WHERE producer = $1 AND handler = ANY($2)`,
      [producer, handlers],
    );
    return new Map(rows.map((row) => [row.handler, row.position]));
  }

  /** Moves the cursors of a producer's handlers at once, and none backwards. */
  async advance(tx: Tx, producer: string, positions: ReadonlyMap<string, string>): Promise<void> {
    await tx.execute(
      `UPDATE feed_cursors c SET position = reached.position, updated_at = now()
       FROM unnest($2::text[], $3::timestamptz[]) AS reached(handler, position)
       WHERE c.producer = $1 AND c.handler = reached.handler AND c.position < reached.position`,
      [producer, [...positions.keys()], [...positions.values()]],
    );
  }
}
