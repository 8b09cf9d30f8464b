import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Publication } from './ledger.ts';

/** A target as scheduling shows it, with the publisher's own row of its last round. */
export interface TargetRow {
  readonly id: string;
  readonly postId: string;
  readonly platform: string;
  readonly state: string;
  readonly remoteId: string | null;
  readonly error: string | null;
  readonly jobState: string | null;
}

interface LeasedLane {
  readonly id: string;
  readonly epoch: string;
  readonly until: string;
}

/** What a run is judged by: the stack's own database and the ledger of the sandbox, both read past the product. */
export class Facts {
  private readonly databaseUrl: string;
  private readonly ledgerFile: string;

  constructor(databaseUrl: string, dataDir: string) {
    this.databaseUrl = databaseUrl;
    this.ledgerFile = join(dataDir, 'sandbox', 'publications.jsonl');
  }

  /** The file itself: every row is in it, with fsync, before the platform answered. */
  ledger(): Publication[] {
    return readFileSync(this.ledgerFile, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{"type":"published"') && line.endsWith('}'))
      .map((line) => (JSON.parse(line) as { post: Publication }).post);
  }

  async isThere(): Promise<boolean> {
    return (await this.tryRows('SELECT 1 AS one')) !== null;
  }

  /** Targets that have not ended; null while the database does not answer. */
  async open(): Promise<number | null> {
    const rows = await this.tryRows<{ n: number }>(
      `SELECT count(*)::int AS n FROM scheduling.post_targets WHERE state IN ('scheduled', 'dispatched', 'publishing')`,
    );
    return rows?.[0]?.n ?? null;
  }

  /** Lanes under a lease. */
  async leasedLanes(): Promise<LeasedLane[]> {
    return (
      (await this.tryRows<LeasedLane>(
        `SELECT id, lease_epoch::text AS epoch, lease_until::text AS until FROM publisher.lanes WHERE lease_until > now()`,
      )) ?? []
    );
  }

  /** How many of these lanes nobody has touched since: not released, not extended, not claimed by another. */
  async stillAbandoned(leased: readonly LeasedLane[]): Promise<number> {
    const rows = await this.tryRows<{ n: number }>(
      `SELECT count(*)::int AS n FROM publisher.lanes l
       JOIN unnest($1::uuid[], $2::bigint[], $3::text[]) AS h (id, epoch, until) ON h.id = l.id
       WHERE l.lease_epoch = h.epoch AND l.lease_until::text = h.until`,
      [leased.map(({ id }) => id), leased.map(({ epoch }) => epoch), leased.map(({ until }) => until)],
    );
    return rows?.[0]?.n ?? leased.length;
  }

  /** Posts whose caption is like that. */
  posts(like: string): Promise<{ id: string; caption: string }[]> {
    return this.rows('SELECT id, caption FROM scheduling.posts WHERE caption LIKE $1', [like]);
  }

  /** Ids of the keys that the tokens of accounts are sealed under. */
  async sealedUnder(): Promise<string[]> {
    const rows = await this.rows<{ kid: string }>('SELECT DISTINCT kid FROM publisher.account_secrets ORDER BY kid');
    return rows.map(({ kid }) => kid);
  }

  async targets(): Promise<TargetRow[]> {
    return this.rows<TargetRow>(
      `SELECT t.id, t.post_id AS "postId", t.platform, t.state, t.remote_id AS "remoteId", t.error_message AS error,
              j.state AS "jobState"
       FROM scheduling.post_targets t
       LEFT JOIN LATERAL (SELECT state FROM publisher.publish_jobs
                          WHERE target_id = t.id ORDER BY round DESC LIMIT 1) j ON true`,
    );
  }

  /** Every attempt of a target, for the report of what went wrong. */
  async attempts(targetId: string): Promise<unknown[]> {
    return this.rows(
      `SELECT a.number, a.outcome, a.code, a.looks, a.lease_epoch, a.intent_at, a.quarantine_until, a.settled_at
       FROM publisher.publish_attempts a JOIN publisher.publish_jobs j ON j.id = a.job_id
       WHERE j.target_id = $1 ORDER BY j.round, a.number`,
      [targetId],
    );
  }

  private async tryRows<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[] | null> {
    try {
      return await this.rows<T>(sql, values);
    } catch (error) {
      // A wrong statement is a bug of this program, not a crash.
      if (error instanceof pg.DatabaseError && error.code?.startsWith('42')) {
        throw error;
      }
      return null; // down: that is what this run is about
    }
  }

  /** A connection of its own each time: the server is killed again and again. */
  private async rows<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.databaseUrl, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined); // the query that it interrupts rejects
    try {
      await client.connect();
      return (await client.query<T>(sql, values)).rows;
    } finally {
      await client.end().catch(() => undefined); // it may be gone already
    }
  }
}
