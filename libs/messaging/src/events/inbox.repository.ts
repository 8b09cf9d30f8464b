import type { EventEnvelope } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

/** An event set aside for a person to look at. */
export interface ParkedEvent {
  readonly handler: string;
  readonly eventId: string;
  /** Day of the event, `YYYY-MM-DD`, UTC. */
  readonly eventDay: string;
  readonly parkedAt: Date;
  readonly tries: number;
  readonly error: string;
  /** The event as it came; its text when it is no JSON. */
  readonly envelope: unknown;
}

interface ParkedRow {
  handler: string;
  event_id: string;
  event_day: string;
  received_at: Date;
  tries: number;
  error: string | null;
  envelope: unknown;
}

/** Rows live by the day of the event's own time, so a repetition meets the partition of its first arrival. */
export function eventDay(at: string | Date): string {
  return (typeof at === 'string' ? new Date(at) : at).toISOString().slice(0, 10);
}

export class InboxRepository {
  /** Enters an event for a handler. False: it is there already, done or parked. Waits for a transaction that is just entering it. */
  async enter(tx: Tx, handler: string, event: Pick<EventEnvelope, 'id' | 'at'>): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO inbox (event_day, handler, event_id) VALUES ($1::date, $2, $3::uuid) ON CONFLICT DO NOTHING RETURNING event_id`,
      [eventDay(event.at), handler, event.id],
    );
    return rows.length === 1;
  }

  async park(tx: Tx, parked: Omit<ParkedEvent, 'parkedAt'>): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO inbox (event_day, handler, event_id, state, tries, error, envelope)
       VALUES ($1::date, $2, $3::uuid, 'parked', $4, $5, $6::jsonb) ON CONFLICT DO NOTHING RETURNING event_id`,
      [
        parked.eventDay,
        parked.handler,
        parked.eventId,
        parked.tries,
        parked.error.slice(0, 4_000),
        JSON.stringify(parked.envelope),
      ],
    );
    return rows.length === 1;
  }

  /** Which of these events a handler has not got. */
  async missing<E extends { readonly id: string; readonly at: string }>(
    tx: Tx,
    handler: string,
    events: readonly E[],
  ): Promise<E[]> {
    if (events.length === 0) {
      return [];
    }
    const rows = await tx.query<{ event_id: string }>(
      `SELECT i.event_id FROM inbox i JOIN unnest($2::date[], $3::uuid[]) AS asked(day, id)
         ON i.event_day = asked.day AND i.event_id = asked.id
       WHERE i.handler = $1 AND i.event_day = ANY($4::date[])`,
      [
        handler,
        events.map((event) => eventDay(event.at)),
        events.map((event) => event.id),
        [...new Set(events.map((event) => eventDay(event.at)))],
      ],
    );
    const known = new Set(rows.map((row) => row.event_id));
    return events.filter((event) => !known.has(event.id));
  }

  /** Parked events, oldest first. */
  async parked(tx: Tx, limit: number): Promise<ParkedEvent[]> {
    const rows = await tx.query<ParkedRow>(
      `SELECT handler, event_id, to_char(event_day, 'YYYY-MM-DD') AS event_day, received_at, tries, error, envelope
       FROM inbox WHERE state = 'parked' ORDER BY received_at LIMIT $1`,
      [limit],
    );
    return rows.map((row) => ({
      handler: row.handler,
      eventId: row.event_id,
      eventDay: row.event_day,
      parkedAt: row.received_at,
      tries: row.tries,
      error: row.error ?? '',
      envelope: row.envelope,
    }));
  }

  /** Takes a parked event out, for its replay in the same transaction. False: it is not parked (any more). */
  async unpark(tx: Tx, event: Pick<ParkedEvent, 'handler' | 'eventId' | 'eventDay'>): Promise<boolean> {
    const rows = await tx.query(
      `DELETE FROM inbox WHERE event_day = $1::date AND handler = $2 AND event_id = $3::uuid AND state = 'parked' RETURNING event_id`,
      [event.eventDay, event.handler, event.eventId],
    );
    return rows.length === 1;
  }
}
