import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

/** Posts of one batch; targets, history and photo uses go with each. */
const BATCH = 200;
/** A creation that ran beside the deletion may still commit: the last look is taken this long after it. */
const LAST_LOOK = '10 minutes';

/** Removes the rows of deleted businesses, a batch at a time. The tombstone itself stays. */
@Injectable()
export class DeletedBusinessesClaims {
  /** True: something was removed and there may be more. */
  async removeBatch(tx: Tx): Promise<boolean> {
    const [business] = await tx.query<{ business_id: string; is_last_look: boolean }>(
      `SELECT business_id, deleted_at < now() - interval '${LAST_LOOK}' AS is_last_look FROM business_refs
      WHERE deleted_at IS NOT NULL AND emptied_at IS NULL AND (
        deleted_at < now() - interval '${LAST_LOOK}' OR
        EXISTS (SELECT 1 FROM posts p WHERE p.business_id = business_refs.business_id) OR
        EXISTS (SELECT 1 FROM recurring_schedules s WHERE s.business_id = business_refs.business_id) OR
        EXISTS (SELECT 1 FROM account_refs a WHERE a.business_id = business_refs.business_id) OR
        EXISTS (SELECT 1 FROM calendar_feeds f WHERE f.business_id = business_refs.business_id) OR
        EXISTS (SELECT 1 FROM photo_refs r WHERE r.business_id = business_refs.business_id))
      ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    if (business === undefined) {
      return false;
    }
    const { business_id: businessId, is_last_look: isLastLook } = business;
    const removed = await tx.execute(
      `DELETE FROM posts WHERE id IN (SELECT id FROM posts WHERE business_id = $1 LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
      [businessId],
    );
    if (removed > 0) {
      return true;
    }
    let rest = 0;
    for (const table of ['calendar_feeds', 'recurring_schedules', 'account_refs', 'photo_refs']) {
      rest += await tx.execute(`DELETE FROM ${table} WHERE business_id = $1`, [businessId]);
    }
    if (isLastLook) {
      await tx.execute('UPDATE business_refs SET emptied_at = now() WHERE business_id = $1', [businessId]);
    }
    // With something removed another business may be next; it does not wait for the next poll.
    return rest > 0 || isLastLook;
  }
}
