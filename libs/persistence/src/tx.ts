import type { DataOf, EventContract } from '@postloom/contracts';
import { currentTraceparent, Random } from '@postloom/chassis';
import type { QueryResult } from 'pg';
import type { Connection } from './database.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import type { Scope } from './scope.ts';
import { withoutRow } from './sql-errors.ts';

export interface EmitFacts<D> {
  /** Null for facts without a business (a person signed up). */
  businessId: string | null;
  entityId: string;
  /** Grows per entity; projections apply only a greater one. */
  version: number;
  data: D;
  /** When it happened; default: the start of this transaction, by the database's clock. */
  at?: Date;
  /** The trace this fact continues, when it belongs to an older one than the current trace (a post that became due). */
  traceparent?: string | null;
}

interface OutboxInsert {
  readonly text: string;
  readonly values: unknown[];
  readonly name?: string;
}

const MAX_EVENT_BYTES = 256 * 1024;
/** Each number of events is a statement of its own; the text of one for a thousand has 60 KB, too much to remember. */
const MOST_PREPARED_EVENTS = 8;

const random = new Random();

/**
 * One open transaction. It is passed on explicitly, so that the reader sees what is atomic; it can't be used after the
 * transaction has ended. `query` and `execute` are called in `*.repository.ts` and `*.claims.ts` only.
 */
export class Tx {
  private readonly pending: unknown[][] = [];
  private readonly afterwards: (() => void | Promise<void>)[] = [];
  private ended = false;

  /**
   * @param cause id of the event or request that led to this transaction; events emitted here name it
   * @param prepared which statements the connection keeps prepared; none behind a pooler, where the next transaction
   * has another connection
   */
  constructor(
    private readonly client: Connection,
    readonly scope: Scope,
    readonly cause: string | null,
    private readonly prepared: PreparedStatements | undefined,
  ) {}

  /**
   * Runs one statement and returns its rows (for INSERT, UPDATE and DELETE those of RETURNING). bigint comes as number,
   * date as 'YYYY-MM-DD', timestamptz as Date (milliseconds). Frequent statements are prepared automatically.
   */
  async query<R extends object = Record<string, unknown>>(
    sql: string,
    parameters: readonly unknown[] = [],
  ): Promise<R[]> {
    return (await this.run<R>(sql, parameters)).rows;
  }

  /** Runs one statement and returns the number of rows it changed or found. */
  async execute(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    return (await this.run(sql, parameters)).rowCount ?? 0;
  }

  private async run<R extends object>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    this.assertOpen();
    this.client.sendTogether();
    const name = parameters.length > 0 ? this.prepared?.nameOf(sql) : undefined;
    try {
      return await this.client.query<R>({ text: sql, values: [...parameters], ...(name ? { name } : {}) });
    } catch (error) {
      throw withoutRow(error);
    }
  }

  /** The database's clock, the only one that decides about leases and due times. Moves during the transaction. */
  async now(): Promise<Date> {
    const [row] = await this.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    if (!row) {
      throw new Error('the database gave no time');
    }
    return row.now;
  }

  /**
   * Emits an event. It is checked against its contract now and written to the outbox together with the commit: it exists
   * if and only if the transaction commits. There is no other way to publish.
   */
  emit<E extends EventContract>(event: E, facts: EmitFacts<DataOf<E>>): Promise<void> {
    this.assertOpen();
    const data = JSON.stringify(event.data.parse(facts.data));
    if (Buffer.byteLength(data) > MAX_EVENT_BYTES) {
      return Promise.reject(new Error(`${event.subject} carries more than ${MAX_EVENT_BYTES} bytes`));
    }
    this.pending.push([
      random.uuidv7(),
      event.subject,
      facts.at ?? null,
      facts.businessId,
      facts.entityId,
      facts.version,
      this.cause,
      data,
      facts.traceparent ?? currentTraceparent() ?? null,
    ]);
    return Promise.resolve();
  }

  /** Runs after a successful commit, in order; its errors are logged and change nothing. For wakes and caches only. */
  afterCommit(callback: () => void | Promise<void>): void {
    this.assertOpen();
    this.afterwards.push(callback);
  }

  /** For `Uow`: the outbox rows as one statement, or undefined when nothing was emitted. */
  outboxInsert(): OutboxInsert | undefined {
    const [first] = this.pending;
    if (!first) {
      return undefined;
    }
    const width = first.length;
    const rows = this.pending.map((_, row) => {
      const place = (column: number): string => `$${row * width + column + 1}`;
      return `(${place(0)}, ${place(1)}, coalesce(${place(2)}::timestamptz, now()), ${place(3)}, ${place(4)}, ${place(5)}, ${place(6)}, ${place(7)}, ${place(8)})`;
    });
    const columns = 'id, subject, at, business_id, entity_id, version, cause, data, traceparent';
    const text = `INSERT INTO outbox (${columns}) VALUES ${rows.join(', ')}`;
    const name = rows.length <= MOST_PREPARED_EVENTS ? this.prepared?.nameOf(text) : undefined;
    return { text, values: this.pending.flat(), ...(name ? { name } : {}) };
  }

  /** For `Uow`: no further use. */
  end(): readonly (() => void | Promise<void>)[] {
    this.ended = true;
    return this.afterwards;
  }

  private assertOpen(): void {
    if (this.ended) {
      throw new Error('this transaction has ended; a Tx must not outlive the work it was given to');
    }
  }
}
