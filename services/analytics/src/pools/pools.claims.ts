import { Injectable } from '@nestjs/common';
import { blocksErasure } from '@postloom/persistence';
import type { LeasedRow, Tx } from '@postloom/persistence';
import { evidenceOfSlots, slotSql } from '../best-times/index.ts';
import type { Evidence, IndustryPool } from '../best-times/index.ts';

/** Measured posts on a platform from which a business has a part in its pool, and days that they are of. */
const LEAST_POSTS = 20;
const LOOK_BACK_DAYS = 365;

export interface ClaimedPool extends LeasedRow {
  readonly platform: string;
  readonly industry: string;
}

export interface Member {
  readonly businessId: string;
  readonly evidence: Evidence;
}

interface SlotRow {
  readonly business_id: string;
  readonly slot: number | null;
  readonly posts: number;
  readonly sum: number;
  readonly squares: number;
}

/** Pools over the businesses of all tenants, for the worker. */
@Injectable()
export class PoolsClaims {
  /** Of the next so many businesses of the industry those with enough posts; `last` is null when there are no more of them. */
  async histories(
    tx: Tx,
    { platform, industry }: ClaimedPool,
    after: string,
    most: number,
  ): Promise<{ members: Member[]; last: string | null }> {
    const rows = await tx.query<SlotRow>(
      `SELECT b.business_id, s.* FROM (
        SELECT business_id FROM business_refs WHERE industry = $2 AND business_id > $3 ORDER BY business_id LIMIT $4) b
      LEFT JOIN LATERAL (
        SELECT ${slotSql('day', "split_part(value, ' ', 2)::int")} AS slot, sum(scored)::int AS posts, sum(score) AS sum, sum(score_squares) AS squares
        FROM day_figures WHERE business_id = b.business_id AND dimension = 'slot' AND scored > 0
          AND day BETWEEN current_date - ${LOOK_BACK_DAYS} AND current_date AND split_part(value, ' ', 1) = $1
        GROUP BY 1) s ON true`,
      [platform, industry, after, most],
    );
    const businesses = [...Map.groupBy(rows, ({ business_id: id }) => id)];
    const members = businesses.flatMap(([businessId, ofBusiness]): Member[] => {
      const slots = ofBusiness.flatMap(({ slot, ...sums }) => (slot === null ? [] : [{ ...sums, slot }]));
      const posts = slots.reduce((sum, { posts: ofSlot }) => sum + ofSlot, 0);
      return posts < LEAST_POSTS ? [] : [{ businessId, evidence: evidenceOfSlots(slots) }];
    });
    const ids = businesses.map(([id]) => id).toSorted();
    return { members, last: ids.length < most ? null : (ids.at(-1) ?? null) };
  }

  /** What was learned in the place of what was there; null: of too few businesses. @throws when one was deleted meanwhile */
  async replace(
    tx: Tx,
    { id, platform, industry }: ClaimedPool,
    made: { readonly learned: IndustryPool; readonly members: readonly Member[] } | null,
  ): Promise<void> {
    await tx.execute('DELETE FROM pool_members WHERE platform = $1 AND industry = $2', [platform, industry]);
    if (made === null) {
      await tx.execute(
        `UPDATE pools SET businesses = 0, noise = NULL, precision_matrix = NULL, weighted = NULL, made_at = now() WHERE id = $1`,
        [id],
      );
      return;
    }
    const { learned, members } = made;
    const kept = await tx.execute(
      `INSERT INTO pool_members AS m (business_id, platform, industry, posts, sums, squares)
      SELECT b.business_id, $1, $2, j.posts, j.sums, j.squares
      FROM jsonb_to_recordset($3::jsonb) AS j ("businessId" uuid, posts int[], sums float8[], squares float8)
      JOIN business_refs b ON b.business_id = j."businessId"
      WHERE NOT EXISTS (SELECT FROM erasures e WHERE e.id = b.business_id) AND ${blocksErasure('b.business_id')}
      ON CONFLICT (business_id, platform) DO UPDATE
        SET industry = excluded.industry, posts = excluded.posts, sums = excluded.sums, squares = excluded.squares`,
      [platform, industry, JSON.stringify(members.map(({ businessId, evidence }) => ({ businessId, ...evidence })))],
    );
    if (kept < members.length) {
      throw new Error('a business of the pool was deleted meanwhile');
    }
    await tx.execute(
      `UPDATE pools SET businesses = $2, noise = $3, precision_matrix = $4, weighted = $5, made_at = now() WHERE id = $1`,
      [
        id,
        learned.businesses,
        learned.noise,
        learned.belief.precision.to1DArray(),
        learned.belief.weighted.to1DArray(),
      ],
    );
  }
}
