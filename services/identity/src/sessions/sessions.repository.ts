import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Role } from '@postloom/contracts';
import { Database, toAppError } from '@postloom/persistence';
import { listPage } from '@postloom/persistence';
import type { List, PageQuery, Tx } from '@postloom/persistence';
import type { UserRow } from '../users/index.ts';
import { ABSOLUTE_DAYS, IDLE_DAYS, SEEN_EVERY_SECONDS } from './session-rules.ts';

export interface ResolvedRow extends UserRow {
  readonly session_id: string;
  /** `last_seen_at` is old enough to be written again. */
  readonly is_due_for_seen: boolean;
  readonly business_id: string | null;
  readonly payer_id: string | null;
  readonly role: Role | null;
}

export interface SessionRow {
  readonly id: string;
  readonly user_agent: string;
  readonly created_at: Date;
  readonly last_seen_at: Date;
}

export interface EndedRow {
  readonly id: string;
  readonly user_id: string;
}

/** An address as sessions store it: enough to recognise it for the same person, useless across persons. */
export function addressHash(email: string, address: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([email, address]))
    .digest();
}

/** Which sessions count as open; the same condition as in the function `resolve_session`. */
const open = `ended_at IS NULL AND expires_at > now() AND last_seen_at > now() - interval '${IDLE_DAYS} days'`;

const lastUsedFirst = {
  name: 'sessions',
  sort: 'last_seen_at',
  type: 'timestamptz',
  id: 'id',
  direction: 'DESC',
} as const;

@Injectable()
export class SessionsRepository {
  constructor(private readonly database: Database) {}

  /**
   * A token's person and the business that the request is about: the requested one, else the active one. One statement on a primary key and
   * without a transaction of its own, because every HTTP request starts with it. The function (migration 002) keeps its plans in the
   * connection and sets the person for the row-level policies by itself. @returns null when there is no such open session; `business_id`
   * null when the person has no such business.
   */
  async resolve(hash: Buffer, askedBusinessId: string | null): Promise<ResolvedRow | null> {
    try {
      const rows = await this.database.query<ResolvedRow>('SELECT * FROM resolve_session($1, $2, $3, $4)', [
        hash,
        askedBusinessId,
        IDLE_DAYS,
        SEEN_EVERY_SECONDS,
      ]);
      return rows[0] ?? null;
    } catch (error) {
      throw toAppError(error); // an unavailable database is 'unavailable' here as in any transaction
    }
  }

  /** Returns the session's absolute end. @throws AppError unauthorized for a person who is being deleted */
  async insert(
    tx: Tx,
    session: { id: string; hash: Buffer; userId: string; addressHash: Buffer; userAgent: string },
  ): Promise<Date> {
    const rows = await tx.query<{ expires_at: Date }>(
      `INSERT INTO sessions (token_hash, id, user_id, address_hash, user_agent, expires_at)
       SELECT $1, $2, u.id, $4, $5, now() + $6 * interval '1 day' FROM users u
        WHERE u.id = $3 AND u.erased_at IS NULL FOR KEY SHARE RETURNING expires_at`,
      [session.hash, session.id, session.userId, session.addressHash, session.userAgent, ABSOLUTE_DAYS],
    );
    const [row] = rows;
    if (!row) {
      throw new AppError('unauthorized');
    }
    return row.expires_at;
  }

  /** Last used first. @throws AppError validation_failed for a cursor that was not issued here */
  async listOpen<T>(tx: Tx, userId: string, query: PageQuery, show: (row: SessionRow) => T): Promise<List<T>> {
    const page = listPage(lastUsedFirst, query, [userId]);
    const rows = await tx.query<SessionRow & { position: string }>(
      `SELECT id, user_agent, created_at, last_seen_at, ${page.position} AS position FROM sessions
        WHERE user_id = $1 AND ${open} ${page.after} ORDER BY ${page.order} LIMIT ${page.limit}`,
      page.parameters,
    );
    return page.answer(rows, show, async () => {
      const [row] = await tx.query<{ total: number }>(
        `SELECT count(*)::int AS total FROM sessions WHERE user_id = $1 AND ${open}`,
        [userId],
      );
      return row?.total ?? 0;
    });
  }

  async endByHash(tx: Tx, hash: Buffer): Promise<EndedRow | null> {
    const rows = await tx.query<EndedRow>(
      'UPDATE sessions SET ended_at = now() WHERE token_hash = $1 AND ended_at IS NULL RETURNING id, user_id',
      [hash],
    );
    return rows[0] ?? null;
  }

  async endById(tx: Tx, userId: string, id: string): Promise<{ readonly user_agent: string } | null> {
    const rows = await tx.query<{ user_agent: string }>(
      `UPDATE sessions SET ended_at = now() WHERE id = $2 AND user_id = $1 AND ${open} RETURNING user_agent`,
      [userId, id],
    );
    return rows[0] ?? null;
  }

  /** Ends every session of a person, except one; returns how often that has happened to this person, as version of the event. */
  async endAll(tx: Tx, userId: string, exceptId: string | null): Promise<number> {
    const rows = await tx.query<{ version: number }>(
      'UPDATE users SET sign_outs = sign_outs + 1 WHERE id = $1 RETURNING sign_outs::int AS version',
      [userId],
    );
    await tx.query(
      'UPDATE sessions SET ended_at = now() WHERE user_id = $1 AND ended_at IS NULL AND id IS DISTINCT FROM $2::uuid',
      [userId, exceptId],
    );
    return rows[0]?.version ?? 1;
  }

  /** Whether the person confirmed in this session who they are within the last seconds; by signing in, too. */
  async isConfirmed(tx: Tx, userId: string, id: string, seconds: number): Promise<boolean> {
    const rows = await tx.query(
      `SELECT FROM sessions WHERE id = $2 AND user_id = $1 AND ${open} AND confirmed_at > now() - $3 * interval '1 second'`,
      [userId, id, seconds],
    );
    return rows.length > 0;
  }

  /** Whose open session this is, when they confirmed in it who they are within the last seconds. */
  async findConfirmed(tx: Tx, hash: Buffer, seconds: number): Promise<string | null> {
    const [row] = await tx.query<{ user_id: string }>(
      `SELECT user_id FROM sessions
        WHERE token_hash = $1 AND ${open} AND confirmed_at > now() - $2 * interval '1 second'`,
      [hash, seconds],
    );
    return row?.user_id ?? null;
  }

  /** Until when it counts; null when it is not an open session of this person. */
  async confirm(tx: Tx, userId: string, id: string, seconds: number): Promise<Date | null> {
    const rows = await tx.query<{ until: Date }>(
      `UPDATE sessions SET confirmed_at = now() WHERE id = $2 AND user_id = $1 AND ${open}
       RETURNING confirmed_at + $3 * interval '1 second' AS until`,
      [userId, id, seconds],
    );
    return rows[0]?.until ?? null;
  }

  /** Records that these sessions were used. Locked rows are left out: nothing ever waits for this. */
  async touch(tx: Tx, ids: readonly string[]): Promise<void> {
    await tx.query(
      `WITH free AS (
         SELECT token_hash FROM sessions
          WHERE id = ANY($1::uuid[]) AND last_seen_at < now() - $2 * interval '1 second'
            FOR NO KEY UPDATE SKIP LOCKED)
       UPDATE sessions s SET last_seen_at = now() FROM free WHERE s.token_hash = free.token_hash`,
      [ids, SEEN_EVERY_SECONDS],
    );
  }
}
