import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { Detached } from './put-back-rules.ts';

/** Which photos deletions took from posts. A post is locked before its row here. */
@Injectable()
export class DetachedPhotosRepository {
  async postsWithout(tx: Tx, businessId: string, photoId: string): Promise<string[]> {
    const rows = await tx.query<{ post_id: string }>(
      'SELECT post_id FROM detached_photos WHERE business_id = $1 AND $2 = ANY (away) ORDER BY post_id',
      [businessId, photoId],
    );
    return rows.map((row) => row.post_id);
  }

  async find(tx: Tx, businessId: string, postId: string): Promise<Detached | null> {
    const [row] = await tx.query<Detached>(
      `SELECT photo_ids AS "photoIds", photo_ids_by_platform AS "photoIdsByPlatform", away, unscheduled_at AS "unscheduledAt",
        post_version AS "postVersion"
      FROM detached_photos WHERE business_id = $1 AND post_id = $2`,
      [businessId, postId],
    );
    return row ?? null;
  }

  async save(tx: Tx, businessId: string, postId: string, detached: Detached): Promise<void> {
    const { photoIds, photoIdsByPlatform, away, unscheduledAt, postVersion } = detached;
    await tx.execute(
      `INSERT INTO detached_photos AS d (post_id, business_id, photo_ids, photo_ids_by_platform, away, unscheduled_at, post_version)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (post_id) DO UPDATE SET photo_ids = excluded.photo_ids, photo_ids_by_platform = excluded.photo_ids_by_platform,
        away = excluded.away, unscheduled_at = excluded.unscheduled_at, post_version = excluded.post_version, detached_at = now()
      WHERE d.business_id = excluded.business_id`,
      [
        ...[postId, businessId, photoIds, photoIdsByPlatform === null ? null : JSON.stringify(photoIdsByPlatform)],
        ...[away, unscheduledAt, postVersion],
      ],
    );
  }

  async forget(tx: Tx, businessId: string, postId: string): Promise<void> {
    await tx.execute('DELETE FROM detached_photos WHERE business_id = $1 AND post_id = $2', [businessId, postId]);
  }

  /** Whether the schedule that made a post still runs as it did then: what it would make at that time is this post. */
  async isScheduleUnchanged(tx: Tx, businessId: string, postId: string, since: Date): Promise<boolean> {
    const rows = await tx.query(
      `SELECT FROM occurrences o JOIN recurring_schedules s ON s.id = o.schedule_id
      WHERE o.business_id = $1 AND o.post_id = $2 AND s.is_active AND s.updated_at <= $3`,
      [businessId, postId, since],
    );
    return rows.length > 0;
  }
}
