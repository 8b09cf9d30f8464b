import { Injectable } from '@nestjs/common';
import type { Post } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { isStale } from '../posts/index.ts';

/** Characters of posts that are read: an entry repeats about half of them, and at most 1 MB is shown in all. */
const MOST_TEXT = 450_000;

/** Whose calendar a token opens. */
@Injectable()
export class FeedsRepository {
  async createdAt(tx: Tx, businessId: string): Promise<Date | null> {
    const [row] = await tx.query<{ created_at: Date }>('SELECT created_at FROM calendar_feeds WHERE business_id = $1', [
      businessId,
    ]);
    return row?.created_at ?? null;
  }

  /** The previous token, if any, stops working. */
  async put(tx: Tx, businessId: string, tokenHash: string): Promise<void> {
    await tx.execute(
      `INSERT INTO calendar_feeds (business_id, token_hash) VALUES ($1, $2)
      ON CONFLICT (business_id) DO UPDATE SET token_hash = excluded.token_hash, created_at = now()`,
      [businessId, tokenHash],
    );
  }

  async remove(tx: Tx, businessId: string): Promise<void> {
    await tx.execute('DELETE FROM calendar_feeds WHERE business_id = $1', [businessId]);
  }

  /**
   * From 90 days ago to 365 days ahead, soonest first from today on, at most 1,000 posts and no more than fit into one answer. Plan: Index
   * Scan using posts_by_date.
   */
  async posts(tx: Tx, businessId: string): Promise<{ answer: Post[]; stale: string[] }> {
    const rows = await tx.query<{ id: string; doc: string | null }>(
      `SELECT id, CASE WHEN NOT ${isStale} THEN doc END AS doc FROM (
        SELECT doc, doc_version, due_at, id, sum(octet_length(coalesce(doc, ''))) OVER (ORDER BY due_at < now() - interval '1 day', due_at, id) AS size
        FROM (SELECT doc, doc_version, due_at, id FROM posts
          WHERE business_id = $1 AND due_at > now() - interval '90 days' AND due_at < now() + interval '365 days'
          ORDER BY due_at < now() - interval '1 day', due_at, id LIMIT 1000) AS near) AS sized
      WHERE size <= ${MOST_TEXT} ORDER BY due_at, id`,
      [businessId],
    );
    const stale = rows.filter(({ doc }) => doc === null).map(({ id }) => id);
    return { answer: rows.flatMap(({ doc }) => (doc === null ? [] : [JSON.parse(doc) as Post])), stale };
  }
}
