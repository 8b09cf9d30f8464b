import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

/** Zone of the business's wall clock; UTC until an event has introduced the business. */
export const zoneOf = (businessId: string): string =>
  `coalesce((SELECT time_zone FROM business_refs WHERE business_id = ${businessId}), 'UTC')`;

/**
 * Marks days whose sums no longer hold, in the transaction that changes what they are made of. A mark is an update, not only an insert:
 * the row stays locked until the change is committed, so that nobody takes it and sums up without the change.
 */
@Injectable()
export class StaleDaysRepository {
  /**
   * Changes of one business follow each other: two targets of one post, or a target and a new zone, would not see each other and would
   * mark too little. The next statement sees what was committed before.
   */
  async lock(tx: Tx, businessId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`figures ${businessId}`]);
  }

  /** The days of these targets, and of all targets of the same posts: the best posts of a day count on all their platforms. */
  async ofTargets(tx: Tx, businessId: string, targetIds: readonly string[]): Promise<void> {
    await this.mark(
      tx,
      businessId,
      `post_id IN (SELECT post_id FROM published_targets WHERE business_id = $1 AND target_id = ANY ($2::uuid[]))`,
      [targetIds],
    );
  }

  /** The days of posts that show this photo first. */
  async ofPhoto(tx: Tx, businessId: string, photoId: string): Promise<void> {
    await this.mark(tx, businessId, 'photo_id = $2', [photoId]);
  }

  /** Every day, also those that have sums and no posts any more: after a change of zone, and to rebuild. */
  async all(tx: Tx, businessId: string): Promise<void> {
    await this.mark(tx, businessId, 'true', []);
    await tx.execute(
      `INSERT INTO stale_days (business_id, day)
      SELECT DISTINCT $1::uuid, day FROM day_figures WHERE business_id = $1 ORDER BY 2
      ON CONFLICT (business_id, day) DO UPDATE SET marked_at = now()`,
      [businessId],
    );
  }

  /** In the order of the days, so that no two transactions wait for each other. */
  private async mark(tx: Tx, businessId: string, which: string, parameters: readonly unknown[]): Promise<void> {
    await tx.execute(
      `INSERT INTO stale_days (business_id, day)
      SELECT DISTINCT $1::uuid, (published_at AT TIME ZONE ${zoneOf('$1')})::date FROM published_targets
      WHERE business_id = $1 AND ${which} ORDER BY 2
      ON CONFLICT (business_id, day) DO UPDATE SET marked_at = now()`,
      [businessId, ...parameters],
    );
  }
}
