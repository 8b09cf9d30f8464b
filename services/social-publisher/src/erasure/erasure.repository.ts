import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class ErasureRepository {
  /** What was not sent is not sent; what is on its way is not sent once more. Also on accounts that were disconnected before. */
  async stopPosts(tx: Tx, businessId: string): Promise<void> {
    await tx.execute(
      `UPDATE publish_jobs SET state = 'cancelled', ready_at = 'infinity', wait_code = NULL, version = version + 1
      WHERE account_id IN (SELECT id FROM accounts WHERE business_id = $1) AND state IN ('queued', 'prepared')`,
      [businessId],
    );
    await tx.execute(
      `UPDATE publish_jobs SET word = 'give_up', word_at = now()
      WHERE account_id IN (SELECT id FROM accounts WHERE business_id = $1) AND state = 'verifying' AND word IS NULL`,
      [businessId],
    );
  }

  /** What has no other end: few rows. `late_limits` has only rows of the version before. */
  async deleteRest(tx: Tx, businessId: string): Promise<void> {
    const tables = ['late_limits', 'oauth_flows', 'deleted_posts'];
    await Promise.all(tables.map((table) => tx.execute(`DELETE FROM ${table} WHERE business_id = $1`, [businessId])));
  }
}
