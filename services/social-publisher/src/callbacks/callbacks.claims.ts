import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';

type SignedPlatform = 'instagram' | 'facebook' | 'tiktok';

/** What platforms tell crosses tenants: they know people and accounts, not businesses. */
@Injectable()
export class CallbacksClaims {
  constructor(private readonly uow: Uow) {}

  /**
   * Runs `effect` together with the note that the message was taken. Null: it was taken before, nothing is done. Notes are
   * kept for two days, far longer than a signature is believed.
   */
  once<T>(platform: SignedPlatform, digest: Buffer, effect: (tx: Tx) => Promise<T>): Promise<T | null> {
    return this.uow.run(Scope.system('messages of platforms name people, not businesses'), async (tx) => {
      const isNew = await tx.execute(
        'INSERT INTO platform_callbacks (platform, digest) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [platform, digest],
      );
      if (isNew === 0) {
        return null;
      }
      await tx.execute(`DELETE FROM platform_callbacks WHERE received_at < now() - interval '2 days'`);
      return effect(tx);
    });
  }

  /** Posts that wait for what TikTok works on under this name are looked at now; answers their accounts. */
  async wakeJobs(tx: Tx, openId: string, publishId: string): Promise<string[]> {
    const rows = await tx.query<{ account_id: string }>(
      `UPDATE publish_jobs j SET ready_at = least(j.ready_at, now()) FROM accounts a
      WHERE a.id = j.account_id AND a.platform = 'tiktok' AND a.remote_id = $1 AND a.state = 'active'
        AND j.state IN ('queued', 'prepared', 'verifying', 'confirmed') AND j.wait_code IS DISTINCT FROM 'parked'
        AND j.steps ->> 'publishId' = $2
      RETURNING j.account_id`,
      [openId, publishId],
    );
    return [...new Set(rows.map((row) => row.account_id))];
  }
}
