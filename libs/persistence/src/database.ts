import type { Clock, Logger, ServiceConfig } from '@postloom/chassis';
import pg from 'pg';
import type { PoolClient, QueryConfig } from 'pg';
import { localSettings } from './local-settings.ts';
import { LoginPool, Logins } from './logins.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { Scope } from './scope.ts';
import { withoutRow } from './sql-errors.ts';
import { WiredClient } from './wired-client.ts';

export type Connection = WiredClient & PoolClient;

export interface DatabaseOptions {
  /** Schema of the service. */
  schema: string;
  /** Connections at most when DATABASE_POOL_SIZE is not set. */
  poolSize?: number;
}

type DatabaseConfig = Pick<
  ServiceConfig,
  | 'name'
  | 'databaseUrl'
  | 'workerDatabaseUrl'
  | 'databasePooler'
  | 'databasePoolSize'
  | 'databaseWorkerPoolSize'
  | 'databaseConnectTimeoutMs'
  | 'databaseConnectionSeconds'
>;

const DEFAULT_POOL_SIZE = 6;
const DEFAULT_WORKER_POOL_SIZE = 3;
/** Opening a connection costs both sides 4 ms of processor, and a person takes minutes from one page to the next. */
const IDLE_MS = 5 * 60_000;
const [DATE, INT8, INT4, INT8_ARRAY, INT4_ARRAY] = [1082, 20, 23, 1016, 1007];

/** bigint as number, and a calendar day as text: it is not an instant in the process's zone. */
const types = new pg.TypeOverrides();
types.setTypeParser(DATE, (value: string) => value);
types.setTypeParser(INT8, pg.types.getTypeParser(INT4) as (value: string) => unknown);
types.setTypeParser(INT8_ARRAY, pg.types.getTypeParser(INT4_ARRAY) as (value: string) => unknown);

/** The connections of one process to its service's schema. */
export class Database {
  readonly schema: string;
  /** A pooler hands connections on between transactions: no session state may be relied on or left behind. */
  readonly isPooled: boolean;
  /** Undefined behind a pooler, where a transaction's connection is not the next one's. */
  readonly prepared: PreparedStatements | undefined;
  /** As the service: one business at a time. */
  readonly pool: pg.Pool;
  /** As the service's workers: rows of all businesses. */
  readonly workers: pg.Pool;

  /** Opens no connection yet. @throws Error when DATABASE_URL or WORKER_DATABASE_URL is not set */
  constructor(config: DatabaseConfig, options: DatabaseOptions) {
    if (config.databaseUrl === '') {
      throw new Error('DATABASE_URL is missing: this service keeps data');
    }
    if (config.workerDatabaseUrl === '') {
      throw new Error('WORKER_DATABASE_URL is missing: workers log in with a role of their own');
    }
    this.schema = options.schema;
    this.isPooled = config.databasePooler === 'transaction';
    this.prepared = this.isPooled ? undefined : new PreparedStatements();
    const open = (logins: Logins, max: number): pg.Pool => {
      const settings = {
        // The pool hands over its settings, with the logins among them.
        Client: WiredClient as unknown as new () => pg.ClientBase,
        application_name: `postloom-${config.name}`,
        types,
        max,
        connectionTimeoutMillis: config.databaseConnectTimeoutMs,
        maxLifetimeSeconds: config.databaseConnectionSeconds,
        idleTimeoutMillis: IDLE_MS,
        pipeline: true,
        keepAlive: true,
      };
      const pool = new LoginPool(settings, logins);
      // An idle connection was lost. The pool has dropped it and opens another one when it is needed.
      pool.on('error', () => undefined);
      return pool;
    };
    const { databasePoolSize, databaseWorkerPoolSize } = config;
    this.pool = open(new Logins(() => config.databaseUrl), databasePoolSize ?? options.poolSize ?? DEFAULT_POOL_SIZE);
    this.workers = open(new Logins(() => config.workerDatabaseUrl), databaseWorkerPoolSize ?? DEFAULT_WORKER_POOL_SIZE);
  }

  /** A connection of its own until `release`; only the system scope gets one of the workers' role. */
  async connect(scope: Scope): Promise<Connection> {
    return (await (scope.kind === 'system' ? this.workers : this.pool).connect()) as Connection;
  }

  /** One statement as the service, outside of a transaction, where every message to the server counts; gives its rows. */
  async query<R extends object>(statement: string | QueryConfig, values?: readonly unknown[]): Promise<R[]> {
    const query: QueryConfig = { ...(typeof statement === 'string' ? { text: statement } : statement) };
    if (values) {
      query.values = [...values];
    }
    if (!this.isPooled) {
      const result = await this.pool.query<R>(query).catch((error: unknown) => {
        throw withoutRow(error);
      });
      return result.rows;
    }
    const client = await this.connect(Scope.global());
    client.sendTogether();
    const [begun, result, ended] = await Promise.allSettled([
      client.query(`BEGIN;SELECT ${localSettings(this.schema).join(',')}`),
      client.query<R>(query),
      client.query('COMMIT'),
    ]);
    client.release(ended.status === 'rejected');
    for (const outcome of [begun, result, ended]) {
      if (outcome.status === 'rejected') {
        throw withoutRow(outcome.reason);
      }
    }
    return (result as PromiseFulfilledResult<pg.QueryResult<R>>).value.rows;
  }

  /** Connects once with each role, waiting up to a minute for a database that is still starting. */
  async waitUntilUp(clock: Clock, logger: Logger): Promise<void> {
    const started = clock.monotonicMs();
    for (let attempt = 1; ; attempt += 1) {
      try {
        for (const pool of [this.pool, this.workers]) {
          (await pool.connect()).release();
        }
        return;
      } catch (error) {
        if (clock.monotonicMs() - started > 60_000) {
          throw error;
        }
        if (attempt === 1) {
          logger.warn('Waiting for the database', { error });
        }
        await clock.delay(Math.min(2000, 100 * 2 ** attempt));
      }
    }
  }

  /** Ends all connections when their work is done; safe to repeat. */
  async close(): Promise<void> {
    if (!this.pool.ending) {
      await Promise.all([this.pool.end(), this.workers.end()]);
    }
  }
}
