import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

/** As much of a caption as a line of a mail shows. */
const CAPTION_CHARACTERS = 90;

export interface WeekRow {
  readonly id: string;
  readonly caption: string;
  readonly due_at: Date;
  readonly platforms: Platform[];
  readonly total: number;
}

@Injectable()
export class WeekRepository {
  /** Null: no post of this business has ever made it known here. */
  async zone(tx: Tx, businessId: string): Promise<string | null> {
    const [row] = await tx.query<{ time_zone: string }>('SELECT time_zone FROM business_refs WHERE business_id = $1', [
      businessId,
    ]);
    return row?.time_zone ?? null;
  }

  /** The first posts of a status that are due from `from` on and before `to`, each with the number of all. Plan: Index Scan using posts_by_date. */
  posts(
    tx: Tx,
    businessId: string,
    range: { readonly status: string; readonly from: Date; readonly to: Date; readonly most: number },
  ): Promise<WeekRow[]> {
    return tx.query<WeekRow>(
      `SELECT p.id, left(p.caption, ${CAPTION_CHARACTERS}) AS caption, p.due_at, count(*) OVER ()::int AS total,
        ARRAY(SELECT t.platform FROM post_targets t WHERE t.post_id = p.id AND t.business_id = $1 ORDER BY t.position) AS platforms
      FROM posts p WHERE p.business_id = $1 AND p.status = $2 AND p.due_at >= $3 AND p.due_at < $4
      ORDER BY p.due_at, p.id LIMIT $5`,
      [businessId, range.status, range.from, range.to, range.most],
    );
  }
}
