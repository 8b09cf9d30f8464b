import { Injectable } from '@nestjs/common';
import type { DataOf, publisherEvents } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class PublishedRepository {
  /** A target is published once; the same fact again changes nothing. True: it is new. */
  async add(tx: Tx, businessId: string, target: DataOf<typeof publisherEvents.targetPublished>): Promise<boolean> {
    const { content } = target;
    const added = await tx.execute(
      `INSERT INTO published_targets (target_id, business_id, post_id, platform, account_id, remote_id, published_at,
         permalink, photo_id, photos, hashtags, source, is_style_told)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, true) ON CONFLICT (target_id) DO NOTHING`,
      [
        target.targetId,
        businessId,
        target.postId,
        target.platform,
        target.accountId,
        target.remoteId,
        target.publishedAt,
        target.permalink,
        content?.photoId ?? null,
        content?.photos ?? null,
        content?.hashtags ?? null,
        content?.source ?? null,
      ],
    );
    return added === 1;
  }
}
