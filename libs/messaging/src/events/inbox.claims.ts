import type { Tx } from '@postloom/persistence';

/** The oldest due rows, from which slots are filled that the round over the businesses leaves free. */
const WINDOW = 100;
/** Businesses with retries that one claim goes through, from its turn on and from the first. */
const BUSINESSES = 16;
/** Before every business; also the turn of events that have none. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Rows that other processes may be claiming at the same moment. */
const OTHERS = 20;

const DUE = `state = 'retrying' AND ready_at <= now() AND handler = ANY($1)`;
const ROW = 'handler, event_id, event_day, business_id, ready_at';

/** A CTE of the businesses with retries, in the order of their ids, that come after this one. */
function businessesFrom(name: string, after: string): string {
  const next = (than: string): string =>
    `SELECT business_id FROM inbox WHERE state = 'retrying' AND business_id > ${than} ORDER BY business_id LIMIT 1`;
  return `${name} AS (
         (SELECT business_id, 1 AS n FROM (${next(after)}) one)
         UNION ALL
         SELECT next.business_id, ${name}.n + 1 FROM ${name} CROSS JOIN LATERAL (${next(`${name}.business_id`)}) next
         WHERE ${name}.n < ${BUSINESSES})`;
}

/** The last of these in the round that began after `after`. */
function lastServed(served: readonly string[], after: string): string {
  const wrapped = served.filter((who) => who <= after);
  return (wrapped.length > 0 ? wrapped : served).reduce((a, b) => (a > b ? a : b), wrapped.length > 0 ? NOBODY : after);
}

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
  who: string;
}

/**
 * The retries in the inbox, across businesses.
 * Plan of `claim`: the round jumps from business to business in `inbox_turns`, the window is the beginning of `inbox_retrying`; so the
 * cost does not grow with the number of waiting rows.
 */
export class InboxClaims {
  /** The business served last; each process goes round from its own. */
  private after = NOBODY;

  /**
   * Claims up to `limit` due retries for `leaseMs`: the row is due again after that, so the retry of a killed process is not lost.
   * A run is counted here, before it begins; otherwise an event that kills its process would be run for ever. Businesses take turns.
   */
  async claim(tx: Tx, handlers: readonly string[], limit: number, leaseMs: number): Promise<ClaimedRetry[]> {
    // Usually nothing is due, and planning the claim over all partitions takes fifty times as long as this.
    if ((await this.due(tx, 1)) === 0) {
      return [];
    }
    const rows = await tx.query<Row>(
      `WITH RECURSIVE ${businessesFrom('later', '$4::uuid')}, ${businessesFrom('first', `'${NOBODY}'::uuid`)},
       due AS (
         SELECT d.* FROM (SELECT business_id FROM later UNION SELECT business_id FROM first) b CROSS JOIN LATERAL (
           SELECT ${ROW} FROM inbox WHERE ${DUE} AND business_id = b.business_id ORDER BY ready_at LIMIT $2) d
         UNION (SELECT ${ROW} FROM inbox WHERE ${DUE} AND business_id IS NULL ORDER BY ready_at LIMIT $2)
         UNION (SELECT ${ROW} FROM inbox WHERE ${DUE} ORDER BY ready_at LIMIT ${WINDOW})
       ), turns AS (
         SELECT *, coalesce(business_id, '${NOBODY}') AS who,
           row_number() OVER (PARTITION BY business_id ORDER BY ready_at) AS turn FROM due
         ORDER BY turn, coalesce(business_id, '${NOBODY}') > $4::uuid DESC, who LIMIT $2 + ${OTHERS}
       ), claimed AS (
         SELECT i.handler, i.event_id, i.event_day, t.who FROM turns t
         JOIN inbox i ON i.handler = t.handler AND i.event_id = t.event_id AND i.event_day = t.event_day
         WHERE i.state = 'retrying' AND i.ready_at <= now()
         ORDER BY t.turn, t.who > $4::uuid DESC, t.who LIMIT $2 FOR UPDATE OF i SKIP LOCKED
       )
       UPDATE inbox SET ready_at = now() + make_interval(secs => $3), runs = inbox.runs + 1, tries = inbox.tries + 1
       FROM claimed c
       WHERE inbox.handler = c.handler AND inbox.event_id = c.event_id AND inbox.event_day = c.event_day
       RETURNING inbox.handler, inbox.event_id, to_char(inbox.event_day, 'YYYY-MM-DD') AS event_day, inbox.runs, inbox.tries,
         inbox.traceparent, inbox.envelope, c.who`,
      [handlers, limit, leaseMs / 1_000, this.after],
    );
    this.after = lastServed(
      rows.map(({ who }) => who),
      this.after,
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
