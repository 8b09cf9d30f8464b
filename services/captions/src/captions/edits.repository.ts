import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { Edit, WrittenText } from './edit-of.ts';

/** A post is made of one of the business's last captions: as many, and as old in days. */
const CANDIDATES = 20;
const OLDEST_DAYS = 60;

/** What people made of captions: two columns of the caption, which go wherever it goes. */
@Injectable()
export class EditsRepository {
  /** Captions that a post may have been made of, newest first. */
  written(tx: Tx, businessId: string): Promise<WrittenText[]> {
    return tx.query<WrittenText>(
      `SELECT id, style, answer->>'caption' AS caption, coalesce(answer->'variants', '[]') AS variants
       FROM generations
       WHERE business_id = $1 AND state = 'done' AND kind = 'caption' AND created_at > now() - make_interval(days => $2)
       ORDER BY created_at DESC LIMIT $3`,
      [businessId, OLDEST_DAYS, CANDIDATES],
    );
  }

  /** The last one of a caption stands. */
  async keep(tx: Tx, businessId: string, { id, before, after }: Edit): Promise<void> {
    await tx.query('UPDATE generations SET edited_from = $3, edited_to = $4 WHERE id = $1 AND business_id = $2', [
      ...[id, businessId],
      ...[before, after],
    ]);
  }

  /** Newest first. */
  latest(tx: Tx, businessId: string, count: number): Promise<Omit<Edit, 'id'>[]> {
    return tx.query<Omit<Edit, 'id'>>(
      `SELECT edited_from AS before, edited_to AS after FROM generations
       WHERE business_id = $1 AND edited_to IS NOT NULL ORDER BY created_at DESC LIMIT $2`,
      [businessId, count],
    );
  }
}
