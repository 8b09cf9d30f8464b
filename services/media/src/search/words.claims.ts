import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { DescribedPhoto } from './words.repository.ts';

/** Across all businesses: photos without words. */
@Injectable()
export class WordsClaims {
  /** Photos whose words are not stored yet, locked until the end of the transaction. */
  async unwritten(tx: Tx, limit: number): Promise<(DescribedPhoto & { readonly businessId: string })[]> {
    return tx.query(
      `SELECT id, business_id AS "businessId", original_name AS "originalName", alt_text AS "altText", tags
       FROM photos WHERE NOT has_words ORDER BY business_id, id LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
  }
}
