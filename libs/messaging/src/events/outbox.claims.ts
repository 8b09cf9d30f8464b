import type { Tx } from '@postloom/persistence';
import type { OutboxEvent } from './event-wire.ts';

interface Row {
  id: string;
  subject: string;
  at: Date;
  business_id: string | null;
  entity_id: string;
  version: string | number;
  cause: string | null;
  traceparent: string | null;
  data_text: string;
  created_at: Date;
  told_at: string;
}

/** An outbox row with the time its transaction began. */
export interface EmittedEvent extends OutboxEvent {
  readonly createdAt: Date;
  /** The same as exact text: a JavaScript Date would cut off the microseconds, and no longer find its own row. */
  readonly toldAt: string;
}

const toldAt = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS told_at`;
const columns = `id, subject, at, business_id, entity_id, version, cause, traceparent, data::text AS data_text, created_at, ${toldAt}`;

/**
 * The relay's and the feed's view of the outbox.
 * Plan of `take`: partial index on unpublished rows, one index scan per partition that has any; LIMIT rows locked.
 */
export class OutboxClaims {
  /** Locks the oldest events the broker has not confirmed; those another process is sending are skipped. */
  async take(tx: Tx, limit: number): Promise<EmittedEvent[]> {
    const rows = await tx.query<Row>(
      `SELECT ${columns} FROM outbox WHERE published_at IS NULL ORDER BY created_at, id LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
    return rows.map(toEvent);
  }

  /** How long the oldest event that the broker has not confirmed has been waiting; 0 when none waits. Plan: as of `take`. */
  async oldestSeconds(tx: Tx): Promise<number> {
    const [row] = await tx.query<{ seconds: number }>(
      `SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS seconds
       FROM outbox WHERE published_at IS NULL`,
    );
    return row?.seconds ?? 0;
  }

  async markPublished(tx: Tx, events: readonly EmittedEvent[]): Promise<void> {
    await tx.query(
      `UPDATE outbox SET published_at = clock_timestamp()
       FROM unnest($1::uuid[], $2::timestamptz[]) AS sent(id, created_at)
       WHERE outbox.id = sent.id AND outbox.created_at = sent.created_at`,
      [events.map((event) => event.id), events.map((event) => event.toldAt)],
    );
  }

  /** The page of the feed: ids of some subjects, oldest first, from a position on. */
  async idsSince(
    tx: Tx,
    subjects: readonly string[],
    after: { readonly at: string; readonly id: string | null },
    limit: number,
  ): Promise<{ id: string; at: Date; toldAt: string; subject: string }[]> {
    const rows = await tx.query<{ id: string; at: Date; told_at: string; subject: string }>(
      `SELECT id, at, subject, ${toldAt} FROM outbox
       WHERE subject = ANY($1) AND created_at >= $2::timestamptz
         AND (created_at, id) > ($2::timestamptz, $3::uuid)
       ORDER BY created_at, id LIMIT $4`,
      [subjects, after.at, after.id ?? '00000000-0000-0000-0000-000000000000', limit],
    );
    return rows.map((row) => ({ id: row.id, at: row.at, toldAt: row.told_at, subject: row.subject }));
  }

  /** The database's time now, as a position. */
  async now(tx: Tx): Promise<string> {
    const [row] = await tx.query<{ now: string }>(
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`,
    );
    if (row === undefined) {
      throw new Error('the database gave no time');
    }
    return row.now;
  }

  /** Whole events by id; `since` bounds the partitions that are looked into. */
  async byIds(tx: Tx, ids: readonly string[], since: string): Promise<EmittedEvent[]> {
    const rows = await tx.query<Row>(
      `SELECT ${columns} FROM outbox WHERE id = ANY($1::uuid[]) AND created_at >= $2::timestamptz ORDER BY created_at, id`,
      [ids, since],
    );
    return rows.map(toEvent);
  }
}

function toEvent(row: Row): EmittedEvent {
  return {
    id: row.id,
    subject: row.subject,
    at: row.at,
    businessId: row.business_id,
    entityId: row.entity_id,
    version: Number(row.version),
    cause: row.cause,
    traceparent: row.traceparent,
    dataText: row.data_text,
    createdAt: row.created_at,
    toldAt: row.told_at,
  };
}
