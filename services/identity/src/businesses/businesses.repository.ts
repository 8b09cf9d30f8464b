import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Role } from '@postloom/contracts';
import { listPage, LONGEST_ARRAY } from '@postloom/persistence';
import type { List, PageQuery, Tx } from '@postloom/persistence';
import type { BusinessColumn, BusinessRow } from './business.ts';

export type MyBusinessRow = BusinessRow & { readonly role: Role };

/**
 * Businesses as one person sees them. Row-level policies show a person's own memberships and businesses (migration 002); `actAs` sets that
 * person for the database and comes first in every transaction here.
 */
const newestFirst = {
  name: 'businesses',
  sort: 'b.created_at',
  type: 'timestamptz',
  id: 'b.id',
  direction: 'DESC',
} as const;

@Injectable()
export class BusinessesRepository {
  async actAs(tx: Tx, userId: string): Promise<void> {
    await tx.query(`SELECT set_config('app.user_id', $1, true)`, [userId]);
  }

  /** The person's businesses, newest first. @throws AppError validation_failed for a cursor that was not issued here */
  async list<T>(tx: Tx, userId: string, query: PageQuery, show: (row: MyBusinessRow) => T): Promise<List<T>> {
    const page = listPage(newestFirst, query, [userId]);
    const rows = await tx.query<MyBusinessRow & { position: string }>(
      `SELECT b.*, m.role, ${page.position} AS position FROM memberships m JOIN businesses b ON b.id = m.business_id
        WHERE m.user_id = $1 ${page.after} ORDER BY ${page.order} LIMIT ${page.limit}`,
      page.parameters,
    );
    return page.answer(rows, show, async () => {
      const [row] = await tx.query<{ total: number }>(
        'SELECT count(*)::int AS total FROM memberships WHERE user_id = $1',
        [userId],
      );
      return row?.total ?? 0;
    });
  }

  async find(tx: Tx, userId: string, id: string): Promise<MyBusinessRow | null> {
    const rows = await tx.query<MyBusinessRow>(
      `SELECT b.*, m.role FROM memberships m JOIN businesses b ON b.id = m.business_id
        WHERE m.user_id = $1 AND m.business_id = $2`,
      [userId, id],
    );
    return rows[0] ?? null;
  }

  /** Those of `ids` that the person is a member of, or all: the oldest 1,000. */
  names(tx: Tx, userId: string, ids: readonly string[] | undefined): Promise<{ id: string; name: string }[]> {
    return tx.query<{ id: string; name: string }>(
      `SELECT b.id, b.name FROM memberships m JOIN businesses b ON b.id = m.business_id
        WHERE m.user_id = $1 ${ids === undefined ? '' : 'AND m.business_id = ANY ($2::uuid[])'}
        ORDER BY b.created_at, b.id LIMIT ${LONGEST_ARRAY}`,
      ids === undefined ? [userId] : [userId, ids],
    );
  }

  /** With its owner as first member. */
  async insert(
    tx: Tx,
    id: string,
    ownerId: string,
    values: ReadonlyMap<BusinessColumn, unknown>,
  ): Promise<BusinessRow> {
    const names = [...values.keys()];
    const rows = await tx.query<BusinessRow>(
      `INSERT INTO businesses (id, owner_id${names.map((name) => `, ${name}`).join('')})
       VALUES ($1, $2${names.map((_, index) => `, $${index + 3}`).join('')}) RETURNING *`,
      [id, ownerId, ...values.values()],
    );
    const [row] = rows;
    if (!row) {
      throw new Error('The business was not inserted.');
    }
    await tx.query(`INSERT INTO memberships (business_id, user_id, role) VALUES ($1, $2, 'owner')`, [id, ownerId]);
    return row;
  }

  /** An industry name sent without its industry is stored only when the row's own industry is 'other'. */
  async update(tx: Tx, id: string, values: ReadonlyMap<BusinessColumn, unknown>): Promise<BusinessRow | null> {
    const assignments = [...values.keys()].map((name, index) => {
      const isConditional = name === 'custom_industry_name' && !values.has('industry_type');
      const value = `$${index + 2}`;
      return `${name} = ${isConditional ? `CASE WHEN industry_type = 'other' THEN ${value} END` : value}, `;
    });
    const rows = await tx.query<BusinessRow>(
      `UPDATE businesses SET ${assignments.join('')}
              version = version + 1, updated_at = now()
        WHERE id = $1 RETURNING *`,
      [id, ...values.values()],
    );
    return rows[0] ?? null;
  }

  /** Returns the version of its deletion; null when it was already deleted. Memberships are deleted with it. */
  async delete(tx: Tx, id: string): Promise<{ payerId: string; version: number } | null> {
    const rows = await tx.query<{ owner_id: string; version: number }>(
      'DELETE FROM businesses WHERE id = $1 RETURNING owner_id, version + 1 AS version',
      [id],
    );
    const [row] = rows;
    return row ? { payerId: row.owner_id, version: row.version } : null;
  }

  /**
   * Locks the person's row until the end of the transaction: everything that changes the number of a person's businesses does this first,
   * so that two concurrent deletions of the last two cannot both count two.
   * @throws AppError unauthorized for a person who is being deleted
   */
  async lockPerson(tx: Tx, userId: string): Promise<void> {
    const rows = await tx.query('SELECT FROM users WHERE id = $1 AND erased_at IS NULL FOR NO KEY UPDATE', [userId]);
    if (rows.length === 0) {
      throw new AppError('unauthorized');
    }
  }

  async count(tx: Tx, userId: string): Promise<number> {
    const rows = await tx.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM memberships WHERE user_id = $1',
      [userId],
    );
    return rows[0]?.count ?? 0;
  }

  async activeId(tx: Tx, userId: string): Promise<string | null> {
    const rows = await tx.query<{ active_business_id: string | null }>(
      'SELECT active_business_id FROM users WHERE id = $1',
      [userId],
    );
    return rows[0]?.active_business_id ?? null;
  }

  /**
   * The lock on the membership keeps it from being deleted concurrently.
   * @returns the person's new version; null when it is not a business of this person
   */
  async activate(tx: Tx, userId: string, businessId: string): Promise<number | null> {
    const member = await tx.query('SELECT FROM memberships WHERE user_id = $1 AND business_id = $2 FOR KEY SHARE', [
      userId,
      businessId,
    ]);
    if (member.length === 0) {
      return null;
    }
    const rows = await tx.query<{ version: number }>(
      'UPDATE users SET active_business_id = $2, version = version + 1 WHERE id = $1 RETURNING version',
      [userId, businessId],
    );
    return rows[0]?.version ?? null;
  }

  /**
   * When no business is active, the person's oldest one becomes so.
   * @returns the person's new version; null when one was active
   */
  async activateSome(tx: Tx, userId: string): Promise<number | null> {
    const rows = await tx.query<{ version: number }>(
      `UPDATE users SET version = version + 1, active_business_id =
              (SELECT m.business_id FROM memberships m WHERE m.user_id = $1 ORDER BY m.created_at, m.business_id LIMIT 1)
        WHERE id = $1 AND active_business_id IS NULL RETURNING version`,
      [userId],
    );
    return rows[0]?.version ?? null;
  }
}
