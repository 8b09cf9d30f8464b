import type { Tx } from '@postloom/persistence';

/** Due rows that a claim chooses from. A flood of one business hides another's retry only while it fills all of these. */
const WINDOW = 300;
/** Rows that other processes may be claiming at the same moment. */
const OTHERS = 20;

/** A row of the inbox, as key. */
export interface InboxKey {
  readonly handler: string;
  readonly eventId: string;
  /** Day of the event's own time, `YYYY-MM-DD`, UTC. */
  readonly eventDay: string;
}

/** A retry that this process may run now. */
export interface ClaimedRetry extends InboxKey {
  /** Runs so far with this one. It grows with each claim, so it also says whether a claim is still the latest. */
  readonly runs: number;
  /** Runs that count against the event, with this one. */
  readonly tries: number;
  readonly traceparent: string | null;
  readonly envelope: unknown;
}

interface Row {
  handler: string;
  event_id: string;
  event_day: string;
  runs: number;
  tries: number;
  traceparent: string | null;
  envelope: unknown;
}

/**
 * The retries in the inbox, across businesses.
 * Plan of `claim`: partial index on retrying rows, one index scan per partition, at most `WINDOW` rows.
 */
export class InboxClaims {
  /**
   * Claims up to `limit` due retries for `leaseMs`: the row is due again after that, so the retry of a killed process is not lost.
   * A run is counted here, before it begins; otherwise an event that kills its process would be run for ever. Businesses take turns.
   */
  async claim(tx: Tx, handlers: readonly string[], limit: number, leaseMs: number): Promise<ClaimedRetry[]> {
    const rows = await tx.query<Row>(
      `WITH due AS (
         SELECT handler, event_id, event_day, business_id, ready_at FROM inbox
         WHERE state = 'retrying' AND ready_at <= now() AND handler = ANY($1) ORDER BY ready_at LIMIT ${WINDOW}
       ), turns AS (
         SELECT *, row_number() OVER (PARTITION BY business_id ORDER BY ready_at) AS turn FROM due
         ORDER BY turn, ready_at LIMIT $2 + ${OTHERS}
       ), claimed AS (
         SELECT i.handler, i.event_id, i.event_day FROM turns t
         JOIN inbox i ON i.handler = t.handler AND i.event_id = t.event_id AND i.event_day = t.event_day
         WHERE i.state = 'retrying' AND i.ready_at <= now()
         ORDER BY t.turn, t.ready_at LIMIT $2 FOR UPDATE OF i SKIP LOCKED
       )
       UPDATE inbox SET ready_at = now() + make_interval(secs => $3), runs = inbox.runs + 1, tries = inbox.tries + 1
       FROM claimed c
       WHERE inbox.handler = c.handler AND inbox.event_id = c.event_id AND inbox.event_day = c.event_day
       RETURNING inbox.handler, inbox.event_id, to_char(inbox.event_day, 'YYYY-MM-DD') AS event_day, inbox.runs, inbox.tries,
         inbox.traceparent, inbox.envelope`,
      [handlers, limit, leaseMs / 1_000],
    );
    return rows.map((row) => ({
      handler: row.handler,
      eventId: row.event_id,
      eventDay: row.event_day,
      runs: row.runs,
      tries: row.tries,
      traceparent: row.traceparent,
      envelope: row.envelope,
    }));
  }

  /** How many retries are due, counted up to `most`. */
  async due(tx: Tx, most: number): Promise<number> {
    const [row] = await tx.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM (SELECT 1 FROM inbox WHERE state = 'retrying' AND ready_at <= now() LIMIT $1) AS counted`,
      [most],
    );
    return row?.n ?? 0;
  }
}
