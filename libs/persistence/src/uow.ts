import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@postloom/chassis';
import { counter, defineMetrics, histogram, isError, Random, withSpan } from '@postloom/chassis';
import type { Connection, Database } from './database.ts';
import { DEFAULT_TIMEOUT_MS, local, localSettings, milliseconds } from './local-settings.ts';
import { MissingFact } from './missing-fact.ts';
import type { Scope } from './scope.ts';
import { isConnectionLoss, isSerializationConflict, isStalePlan, toAppError, withoutRow } from './sql-errors.ts';
import { Tx } from './tx.ts';

export interface UowOptions {
  /** A transaction that only reads; its end is not waited for. */
  readOnly?: boolean;
  /** Longest time for one statement in milliseconds, default 5 s (set on the role), at most 30 s. The whole transaction gets 5 s more. */
  timeoutMs?: number;
  /**
   * One plan for all values, made once per connection. For short statements on partitioned tables that run all the time: Postgres
   * plans those anew for each run, which costs more than the run.
   */
  genericPlans?: boolean;
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  /** Id of the event or request that leads to this transaction; events emitted in it carry it as `cause`. */
  cause?: string | null;
}

const MAX_RETRIES = 3;
const GRACE_MS = 5000;
const MAX_TIMEOUT_MS = 30_000;
/** No transaction of a service lasts longer: its connection is destroyed then. Whoever reads by time of writing relies on it. */
export const LONGEST_TRANSACTION_MS = MAX_TIMEOUT_MS + GRACE_MS;
/** A lost connection is tried again within this time (a restart of the server); a server that hangs is not. */
const LOST_PATIENCE_MS = 2000;

const random = new Random();

const metrics = defineMetrics('database', {
  transactionSeconds: histogram('Transactions, from asking for a connection to the commit', {
    labels: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  }),
  retries: counter('Transactions repeated after a deadlock, a serialization failure or a lost connection'),
});

/** The unit of work: either everything inside `run` takes effect, or nothing does. */
export class Uow {
  private readonly onEmitted: (() => void)[] = [];

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /** `listener` is called after each commit that wrote to the outbox; it wakes the relay. */
  whenEmitted(listener: () => void): void {
    this.onEmitted.push(listener);
  }

  /**
   * Runs `work` in one transaction with the tenant set for it, and commits. A deadlock, a serialization failure or a
   * connection lost before the commit repeats the whole of `work` (up to 3 times), and so does a `MissingFact` once it
   * has been learnt (once), so `work` must have no effect outside the database; what must happen after the commit goes
   * into `tx.afterCommit`.
   * @throws {AppError} `unavailable` (database not reachable, or the commit's outcome is unknown), `deadline`
   * (statement too slow), `conflict` (still colliding after the repeats); errors of `work` unchanged.
   */
  run<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options: UowOptions = {}): Promise<T> {
    if ((options.timeoutMs ?? 0) > MAX_TIMEOUT_MS) {
      return Promise.reject(new RangeError(`timeoutMs is ${options.timeoutMs}, at most ${MAX_TIMEOUT_MS} is allowed`));
    }
    return withSpan('transaction', { attributes: { 'postloom.scope': scope.reason ?? scope.kind } }, () =>
      this.withFacts(scope, work, options),
    );
  }

  /** A fact that is missing is asked for between two transactions, never inside one. */
  private async withFacts<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options: UowOptions): Promise<T> {
    try {
      return await this.withRetries(scope, work, options);
    } catch (error) {
      if (!(error instanceof MissingFact) || !(await error.learn(this))) {
        throw error;
      }
      return this.withRetries(scope, work, options);
    }
  }

  private async withRetries<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options: UowOptions): Promise<T> {
    const started = performance.now();
    let outcome = 'rolled_back';
    try {
      for (let attempt = 0; ; attempt += 1) {
        const progress = { committing: false };
        try {
          const result = await this.once(scope, work, options, progress);
          outcome = 'committed';
          return result;
        } catch (error) {
          const isEarly = performance.now() - started < LOST_PATIENCE_MS;
          const lost = isConnectionLoss(error) && !progress.committing && isEarly;
          const repeat = lost || isSerializationConflict(error) || isStalePlan(error);
          if (!repeat || attempt >= MAX_RETRIES) {
            throw toAppError(withoutRow(error));
          }
          metrics.retries.add(1);
          await pause(random.jitter((lost ? 50 : 8) * 2 ** attempt, 0.5));
        }
      }
    } finally {
      metrics.transactionSeconds.observe((performance.now() - started) / 1000, { outcome });
    }
  }

  private async once<T>(
    scope: Scope,
    work: (tx: Tx) => Promise<T>,
    options: UowOptions,
    progress: { committing: boolean },
  ): Promise<T> {
    const client = await this.database.connect(scope);
    const tx = new Tx(client, scope, options.cause ?? null, this.database.prepared);
    // A server that no longer answers (frozen, half-open connection) must not hold the caller for ever.
    const watchdog = setTimeout(() => cut(client), (options.timeoutMs ?? DEFAULT_TIMEOUT_MS) + GRACE_MS);
    let failure: Error | undefined;
    let released = false;
    try {
      // Sent in one message, and not waited for: the first statement of `work` follows it on the wire.
      client.sendTogether();
      const begun = client.query(this.beginSql(scope, options));
      begun.catch(() => undefined); // reported below, when it is awaited
      const result = await settle(work(tx), begun);
      const afterwards = tx.end();
      const insert = tx.outboxInsert();
      if (options.readOnly && !insert) {
        released = true;
        clearTimeout(watchdog);
        client.query('COMMIT').then(
          () => client.release(),
          (error: unknown) => client.release(asError(error)),
        );
      } else {
        progress.committing = true;
        await commit(client, insert);
      }
      this.after(afterwards, insert !== undefined);
      return result;
    } catch (error) {
      tx.end();
      failure = isConnectionLoss(error) || isStalePlan(error) ? asError(error) : await rollback(client);
      throw error;
    } finally {
      clearTimeout(watchdog);
      if (!released) {
        client.release(failure);
      }
    }
  }

  /** The id is checked to be a UUID by `Scope`, so it can stand in the text: one round trip instead of two. */
  private beginSql(scope: Scope, options: UowOptions): string {
    const begin = [
      'BEGIN',
      options.isolation ? ` ISOLATION LEVEL ${options.isolation.toUpperCase()}` : '',
      options.readOnly ? ' READ ONLY' : '',
    ].join('');
    const settings = [local('app.scope', scope.kind), local('app.business_id', scope.businessId ?? '')];
    if (this.database.isPooled) {
      settings.push(...localSettings(this.database.schema, options.timeoutMs));
    } else if (options.timeoutMs !== undefined) {
      settings.push(local('statement_timeout', String(milliseconds(options.timeoutMs))));
    }
    if (options.genericPlans === true) {
      settings.push(local('plan_cache_mode', 'force_generic_plan'));
    }
    return `${begin};SELECT ${settings.join(',')}`;
  }

  private after(callbacks: readonly (() => void | Promise<void>)[], emitted: boolean): void {
    if (emitted) {
      for (const listener of this.onEmitted) {
        listener();
      }
    }
    if (callbacks.length === 0) {
      return;
    }
    void (async () => {
      for (const callback of callbacks) {
        await callback();
      }
    })().catch((error: unknown) => this.logger.error('Work after a commit failed', { error }));
  }
}

/** The result of `work`; but when BEGIN itself failed, its error, because that is the reason for the other one. */
async function settle<T>(work: Promise<T>, begun: Promise<unknown>): Promise<T> {
  try {
    const result = await work;
    await begun;
    return result;
  } catch (error) {
    await begun;
    throw error;
  }
}

async function commit(client: Connection, insert: ReturnType<Tx['outboxInsert']>): Promise<void> {
  client.sendTogether();
  // Both go out together; when the insert fails, the COMMIT behind it can only roll back.
  const [inserted, committed] = await Promise.allSettled([
    insert ? client.query(insert) : Promise.resolve(),
    client.query('COMMIT'),
  ]);
  if (inserted.status === 'rejected') {
    throw inserted.reason;
  }
  if (committed.status === 'rejected') {
    throw committed.reason;
  }
  if (committed.value.command !== 'COMMIT') {
    throw new Error('the transaction was rolled back: the error of a statement in it was swallowed');
  }
}

/** The error to discard the connection with, or undefined when it is clean again. */
async function rollback(client: Connection): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return asError(error);
  }
}

function cut(client: Connection): void {
  client.cut(Object.assign(new Error('the database did not answer in time'), { code: 'ETIMEDOUT' }));
}

function asError(error: unknown): Error {
  return isError(error) ? error : new Error(String(error));
}
