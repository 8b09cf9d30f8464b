import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { NoticeKind } from '../preferences/index.ts';

/** A summary speaks of this many businesses at most, the active one first. */
const MOST_BUSINESSES = 10;
const MOST_NOTICES = 5;

export interface SummaryBusiness {
  readonly id: string;
  readonly name: string;
  /** How many the person owns. */
  readonly all: number;
}

export interface OpenNotice {
  readonly business_id: string;
  readonly title: string;
  readonly message: string;
  readonly link: string | null;
}

/** What identity itself knows for a summary. In the system's scope: it is about all businesses of a person. */
@Injectable()
export class WeeksRepository {
  businesses(tx: Tx, userId: string): Promise<SummaryBusiness[]> {
    return tx.query<SummaryBusiness>(
      `SELECT b.id, b.name, count(*) OVER ()::int AS all FROM businesses b JOIN users u ON u.id = b.owner_id
        WHERE b.owner_id = $1 ORDER BY b.id = u.active_business_id DESC NULLS LAST, b.created_at, b.id LIMIT $2`,
      [userId, MOST_BUSINESSES],
    );
  }

  /** The newest notices of these kinds that still need the person, a few of each business. */
  openNotices(tx: Tx, businessIds: readonly string[], kinds: readonly NoticeKind[]): Promise<OpenNotice[]> {
    return tx.query<OpenNotice>(
      `SELECT n.business_id, n.title, n.message, n.link
         FROM unnest($1::uuid[]) AS b (id) CROSS JOIN LATERAL (
           SELECT business_id, title, message, link FROM notifications
            WHERE business_id = b.id AND actionable AND read_at IS NULL AND kind = ANY ($2::text[])
            ORDER BY created_at DESC, id DESC LIMIT ${MOST_NOTICES}) AS n`,
      [businessIds, kinds],
    );
  }
}
