import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { Edit, WrittenText } from './edit-of.ts';

/** Of the business's captions and changes, as many are compared with a text. */
const CANDIDATES = 20;
/** Older ones are not looked at. */
const OLDEST_DAYS = 60;
/** Measured: 5 ms for a business with 10,000 generations, whose texts are not read. */
const WRITTEN = `SELECT id, style, answer->>'caption' AS caption, coalesce(answer->'variants', '[]') AS variants
  FROM generations
  WHERE business_id = $1 AND state = 'done' AND kind IN ('caption', 'change') AND created_at > now() - make_interval(days => $2)`;

/** What people made of captions: two columns of the caption, which go wherever it goes. */
@Injectable()
export class EditsRepository {
  /** What a text may have been made of, newest first. */
  lastWritten(tx: Tx, businessId: string): Promise<WrittenText[]> {
    return tx.query<WrittenText>(`${WRITTEN} ORDER BY created_at DESC LIMIT $3`, [businessId, OLDEST_DAYS, CANDIDATES]);
  }

  /** What a text with this hash (`textHash`) was written in, newest first. */
  withText(tx: Tx, businessId: string, hash: string): Promise<WrittenText[]> {
    return tx.query<WrittenText>(`${WRITTEN} AND $3 = ANY (text_hashes) ORDER BY created_at DESC LIMIT $4`, [
      ...[businessId, OLDEST_DAYS],
      ...[hash, CANDIDATES],
    ]);
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
