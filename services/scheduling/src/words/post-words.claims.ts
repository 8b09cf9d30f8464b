import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { WordedPost } from './post-words.repository.ts';

/** Across all businesses: posts whose words are not stored. Plan: Index Scan using posts_without_words. */
@Injectable()
export class PostWordsClaims {
  /** Locked until the end of the transaction. */
  async unwritten(tx: Tx, limit: number): Promise<(WordedPost & { readonly businessId: string })[]> {
    return tx.query(
      `SELECT id, business_id AS "businessId", caption, caption_by_platform AS "captionByPlatform"
       FROM posts WHERE NOT has_words ORDER BY business_id, id LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
  }
}
