import { Injectable } from '@nestjs/common';
import type { ReportShare } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import type { Report } from '../reports/index.ts';

interface ShareRow {
  readonly id: string;
  readonly from_day: string;
  readonly to_day: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

const shown = `id, from_day::text, to_day::text, created_at, expires_at`;

/** Links to reports. One that has expired is as good as gone, whether its row is removed yet or not. */
@Injectable()
export class SharesRepository {
  /** New links of a business follow each other, so that two at once cannot both be the last one allowed. */
  async lock(tx: Tx, businessId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`report shares ${businessId}`]);
  }

  async count(tx: Tx, businessId: string): Promise<number> {
    const [row] = await tx.query<{ shares: number }>(
      'SELECT count(*)::int AS shares FROM report_shares WHERE business_id = $1 AND expires_at > now()',
      [businessId],
    );
    return row?.shares ?? 0;
  }

  async add(
    tx: Tx,
    businessId: string,
    share: { id: string; tokenHash: string; days: number; from: string; to: string; report: Report },
  ): Promise<ReportShare> {
    const [row] = await tx.query<ShareRow>(
      `INSERT INTO report_shares (id, business_id, token_hash, from_day, to_day, report, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7)) RETURNING ${shown}`,
      [share.id, businessId, share.tokenHash, share.from, share.to, JSON.stringify(share.report), share.days],
    );
    if (row === undefined) {
      throw new Error('an inserted link was not returned');
    }
    return shareOf(row);
  }

  /** Plan: Index Scan using report_shares_of_business. */
  async list(tx: Tx, businessId: string): Promise<ReportShare[]> {
    const rows = await tx.query<ShareRow>(
      `SELECT ${shown} FROM report_shares WHERE business_id = $1 AND expires_at > now() ORDER BY created_at DESC, id`,
      [businessId],
    );
    return rows.map(shareOf);
  }

  /** False: there is no such link. */
  async remove(tx: Tx, businessId: string, id: string): Promise<boolean> {
    const removed = await tx.execute('DELETE FROM report_shares WHERE business_id = $1 AND id = $2', [businessId, id]);
    return removed > 0;
  }
}

function shareOf({ id, from_day: from, to_day: to, created_at: made, expires_at: ends }: ShareRow): ReportShare {
  return { id, from, to, createdAt: made.toISOString(), expiresAt: ends.toISOString() };
}
