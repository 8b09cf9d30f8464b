import type { EventEnvelope } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import type { SealedEnvelope } from './event-wire.ts';
import type { InboxKey } from './inbox.claims.ts';
import type { RetryLimit } from './retry-rules.ts';

/** An event set aside for a person to examine. */
export interface ParkedEvent extends InboxKey {
  /** When the handler first met it. */
  readonly parkedAt: Date;
  readonly tries: number;
  readonly error: string;
  /** The event as received; its text when it is not JSON. */
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

/** The first failure of an event. */
export interface FirstFailure {
  readonly handler: string;
  readonly envelope: SealedEnvelope;
  readonly traceparent: string | undefined;
  /** Whether the run counts against the event. */
  readonly isCounted: boolean;
  readonly error: string;
  /** Until the next run. */
  readonly pauseMs: number;
}

/** A further failure, of a claimed retry. */
export interface NextFailure {
  readonly isCounted: boolean;
  readonly error: string;
  readonly pauseMs: number;
  readonly limit: RetryLimit;
}

/** An event that a handler lacks, as the feed brings it. */
export interface HandedOver {
  readonly handler: string;
  readonly envelope: SealedEnvelope;
  readonly traceparent: string | null;
}

const LONGEST_ERROR = 4_000;

/** Rows live by the day of the event's own time, so a repetition meets the partition of its first arrival. */
export function eventDay(at: string | Date): string {
  return (typeof at === 'string' ? new Date(at) : at).toISOString().slice(0, 10);
}

export class InboxRepository {
  /**
   * Enters an event for a handler. False: it is there already, whether done, retrying or parked. Waits for a transaction that is
   * just entering it.
   */
  async enter(tx: Tx, handler: string, event: Pick<EventEnvelope, 'id' | 'at'>): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO inbox (event_day, handler, event_id) VALUES ($1::date, $2, $3::uuid) ON CONFLICT DO NOTHING RETURNING event_id`,
      [eventDay(event.at), handler, event.id],
    );
    return rows.length === 1;
  }

  /** Keeps a failed event for its next run. False: it is in the inbox already, and this failure changes nothing. */
  async setBack(tx: Tx, failure: FirstFailure): Promise<boolean> {
    const { envelope } = failure;
    const changed = await tx.execute(
      `INSERT INTO inbox (event_day, handler, event_id, state, business_id, traceparent, envelope, runs, tries, error,
         first_failed_at, ready_at)
       VALUES ($1::date, $2, $3::uuid, 'retrying', $4, $5, $6::jsonb, 1, $7, $8, now(), now() + make_interval(secs => $9))
       ON CONFLICT DO NOTHING`,
      [
        eventDay(envelope.at),
        failure.handler,
        envelope.id,
        envelope.businessId,
        failure.traceparent ?? null,
        JSON.stringify(envelope),
        failure.isCounted ? 1 : 0,
        shortened(failure.error),
        failure.pauseMs / 1_000,
      ],
    );
    return changed === 1;
  }

  /** Enters events that were not run yet as due retries. Answers those that were not in the inbox. */
  async handOver(tx: Tx, events: readonly HandedOver[]): Promise<{ handler: string; eventId: string }[]> {
    const rows = await tx.query<{ handler: string; event_id: string }>(
      `INSERT INTO inbox (event_day, handler, event_id, state, business_id, traceparent, envelope, tries, ready_at)
       SELECT day, handler, id, 'retrying', business_id, traceparent, envelope, 0, now()
       FROM unnest($1::date[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::jsonb[])
         AS told(day, handler, id, business_id, traceparent, envelope)
       ON CONFLICT DO NOTHING RETURNING handler, event_id`,
      [
        events.map(({ envelope }) => eventDay(envelope.at)),
        events.map(({ handler }) => handler),
        events.map(({ envelope }) => envelope.id),
        events.map(({ envelope }) => envelope.businessId),
        events.map(({ traceparent }) => traceparent),
        events.map(({ envelope }) => JSON.stringify(envelope)),
      ],
    );
    return rows.map((row) => ({ handler: row.handler, eventId: row.event_id }));
  }

  /** Completes a claimed retry, in the transaction of its effect. False: another process has claimed it since, or ended it. */
  async finish(tx: Tx, key: InboxKey, runs: number): Promise<boolean> {
    const changed = await tx.execute(
      `UPDATE inbox SET state = 'done', envelope = NULL, ready_at = NULL
       WHERE event_day = $1::date AND handler = $2 AND event_id = $3::uuid AND state = 'retrying' AND runs = $4`,
      [key.eventDay, key.handler, key.eventId, runs],
    );
    return changed === 1;
  }

  /**
   * Reschedules a claimed retry, or parks it at its limit. A failure that does not count refunds the try that the claim
   * took. Undefined: another process has claimed it since, or ended it.
   */
  async setBackAgain(
    tx: Tx,
    key: InboxKey,
    runs: number,
    failure: NextFailure,
  ): Promise<{ readonly state: 'retrying' | 'parked'; readonly tries: number } | undefined> {
    const [row] = await tx.query<{ state: 'retrying' | 'parked'; tries: number }>(
      `UPDATE inbox SET
         state = CASE WHEN inbox.tries >= $5::int
           OR inbox.first_failed_at <= now() - make_interval(secs => $6::double precision) THEN 'parked' ELSE 'retrying' END,
         tries = inbox.tries - $7::int, error = $8, first_failed_at = coalesce(inbox.first_failed_at, now()),
         ready_at = now() + make_interval(secs => $9)
       WHERE event_day = $1::date AND handler = $2 AND event_id = $3::uuid AND state = 'retrying' AND runs = $4
       RETURNING state, tries`,
      [
        key.eventDay,
        key.handler,
        key.eventId,
        runs,
        failure.limit.tries,
        failure.limit.ageMs === null ? null : failure.limit.ageMs / 1_000,
        failure.isCounted ? 0 : 1,
        shortened(failure.error),
        failure.pauseMs / 1_000,
      ],
    );
    return row;
  }

  /** Sets an event aside without a run. False: it is in the inbox already. */
  async park(tx: Tx, parked: Omit<ParkedEvent, 'parkedAt'>): Promise<boolean> {
    const changed = await tx.execute(
      `INSERT INTO inbox (event_day, handler, event_id, state, tries, error, envelope)
       VALUES ($1::date, $2, $3::uuid, 'parked', $4, $5, $6::jsonb) ON CONFLICT DO NOTHING`,
      [
        parked.eventDay,
        parked.handler,
        parked.eventId,
        parked.tries,
        shortened(parked.error),
        JSON.stringify(parked.envelope),
      ],
    );
    return changed === 1;
  }

  /** Those of these handlers' events that are not in the inbox, in one query for all handlers. */
  async missing<E extends { readonly handler: string; readonly id: string; readonly at: string }>(
    tx: Tx,
    events: readonly E[],
  ): Promise<E[]> {
    if (events.length === 0) {
      return [];
    }
    const days = events.map((event) => eventDay(event.at));
    const rows = await tx.query<{ handler: string; event_id: string }>(
      `SELECT i.handler, i.event_id FROM inbox i JOIN unnest($1::text[], $2::date[], $3::uuid[]) AS asked(handler, day, id)
         ON i.handler = asked.handler AND i.event_day = asked.day AND i.event_id = asked.id
       WHERE i.event_day = ANY($4::date[])`,
      [events.map((event) => event.handler), days, events.map((event) => event.id), [...new Set(days)]],
    );
    const known = new Set(rows.map((row) => `${row.handler} ${row.event_id}`));
    return events.filter((event) => !known.has(`${event.handler} ${event.id}`));
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

  /** Ends the parking of an event, for its replay in the same transaction. False: it is not parked (any more). */
  async unpark(tx: Tx, key: InboxKey): Promise<boolean> {
    const changed = await tx.execute(
      `UPDATE inbox SET state = 'done', envelope = NULL, ready_at = NULL
       WHERE event_day = $1::date AND handler = $2 AND event_id = $3::uuid AND state = 'parked'`,
      [key.eventDay, key.handler, key.eventId],
    );
    return changed === 1;
  }
}

function shortened(error: string): string {
  return error.replaceAll('\u0000', '').slice(0, LONGEST_ERROR);
}
