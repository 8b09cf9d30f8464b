import { Injectable } from '@nestjs/common';
import type { DataOf, publisherEvents } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class PublishedRepository {
  /** A target is published once; the same fact again changes nothing. */
  async add(tx: Tx, businessId: string, target: DataOf<typeof publisherEvents.targetPublished>): Promise<void> {
    await tx.query(
      `INSERT INTO published_targets (target_id, business_id, post_id, platform, account_id, remote_id, published_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (target_id) DO NOTHING`,
      [
        target.targetId,
        businessId,
        target.postId,
        target.platform,
        target.accountId,
        target.remoteId,
        target.publishedAt,
      ],
    );
  }

  async countPosts(tx: Tx, businessId: string): Promise<number> {
    const [row] = await tx.query<{ posts: number }>(
      'SELECT count(DISTINCT post_id)::int AS posts FROM published_targets WHERE business_id = $1',
      [businessId],
    );
    return row?.posts ?? 0;
  }
}
