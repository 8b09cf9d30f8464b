import pg from 'pg';
import { PURPOSES, purposeOf } from './statement-purposes.ts';
import type { Purpose } from './statement-purposes.ts';

export interface PurposeTime {
  readonly calls: number;
  /** Milliseconds of planning and execution, without waits for another transaction's lock. */
  readonly ms: number;
  /** Milliseconds of waiting for another transaction's lock, from samples. */
  readonly lockedMs: number;
  /** `ms` as a part of that of all purposes, 0 to 1. */
  readonly share: number;
}

export interface DatabaseTime {
  readonly ms: number;
  readonly purposes: Readonly<Record<Purpose, PurposeTime>>;
  /** The statements that took the most time, waits for locks included. */
  readonly dearest: readonly { purpose: Purpose; role: string; calls: number; ms: number; statement: string }[];
}

export interface StatementTime {
  readonly role: string;
  readonly calls: number;
  readonly ms: number;
  readonly statement: string;
}

const SAMPLE_MS = 50;
const DEAREST = 40;
const LONGEST_STATEMENT = 300;

/** How the services' database time is divided in a window; needs a stack with POSTLOOM_STATEMENT_TIMES=on. */
export class DatabaseWindow {
  private readonly lockedMs = new Map<Purpose, number>();
  private readonly client: pg.Client;
  private sampler: NodeJS.Timeout | undefined;

  private constructor(client: pg.Client) {
    this.client = client;
  }

  /** Counting begins now. */
  static async begin(databaseUrl: string): Promise<DatabaseWindow> {
    const window = new DatabaseWindow(new pg.Client({ connectionString: databaseUrl }));
    // A stack that ends on an error takes this connection with it; without a listener that would hide the error.
    window.client.on('error', () => undefined);
    await window.client.connect();
    await window.client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements SCHEMA public');
    await window.client.query('SELECT public.pg_stat_statements_reset()');
    window.sample(performance.now());
    return window;
  }

  /** What the services' own roles have run since `begin`; the statements of superusers, ours among them, are left out. */
  async end(): Promise<DatabaseTime> {
    clearTimeout(this.sampler);
    const { rows } = await this.client.query<StatementTime>(
      `SELECT r.rolname AS role, s.calls::int AS calls, s.total_plan_time + s.total_exec_time AS ms, s.query AS statement
       FROM public.pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid
       WHERE NOT r.rolsuper AND s.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
       ORDER BY ms DESC`,
    );
    await this.client.end();
    return divided(rows, this.lockedMs);
  }

  /** Each sample stands for the time since the one before. */
  private sample(before: number): void {
    this.sampler = setTimeout(() => {
      const now = performance.now();
      this.client
        .query<{ query: string }>(
          `SELECT query FROM pg_stat_activity WHERE state = 'active' AND wait_event_type = 'Lock' AND datname = current_database()`,
        )
        .then(
          ({ rows }) => {
            for (const { query } of rows) {
              const purpose = purposeOf(query);
              this.lockedMs.set(purpose, (this.lockedMs.get(purpose) ?? 0) + now - before);
            }
            this.sample(now);
          },
          () => undefined, // the window has ended
        );
    }, SAMPLE_MS);
  }
}

/** Sums statements, the dearest first, by their purpose. */
export function divided(rows: readonly StatementTime[], lockedMs: ReadonlyMap<Purpose, number>): DatabaseTime {
  const known = rows.map((row) => ({ ...row, purpose: purposeOf(row.statement) }));
  const sums = PURPOSES.map((purpose) => {
    const own = known.filter((row) => row.purpose === purpose);
    const spent = own.reduce((sum, { ms }) => sum + ms, 0);
    const locked = Math.min(spent, lockedMs.get(purpose) ?? 0);
    return { purpose, calls: own.reduce((sum, { calls }) => sum + calls, 0), ms: spent - locked, lockedMs: locked };
  });
  const all = sums.reduce((sum, { ms }) => sum + ms, 0);
  return {
    ms: Math.round(all),
    purposes: Object.fromEntries(
      sums.map(({ purpose, calls, ms, lockedMs: locked }) => [
        purpose,
        { calls, ms: Math.round(ms), lockedMs: Math.round(locked), share: all === 0 ? 0 : ms / all },
      ]),
    ) as Record<Purpose, PurposeTime>,
    dearest: known.slice(0, DEAREST).map(({ purpose, role, calls, ms, statement }) => ({
      ...{ purpose, role, calls, ms: Math.round(ms) },
      statement: statement.replaceAll(/\s+/g, ' ').slice(0, LONGEST_STATEMENT),
    })),
  };
}
