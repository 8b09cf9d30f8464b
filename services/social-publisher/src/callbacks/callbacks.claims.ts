import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';

/** Messages from platforms cross tenants: they identify people and accounts, not businesses. */
@Injectable()
export class CallbacksClaims {
  constructor(private readonly uow: Uow) {}

  /**
   * Runs `effect` together with the record that the message was accepted. Null: it was accepted before, and nothing is done. Records are
   * kept for two days, far longer than a signature is valid.
   */
  once<T>(platform: Platform, digest: Buffer, effect: (tx: Tx) => Promise<T>): Promise<T | null> {
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

  /**
   * Locks the lanes of an account in all businesses that have it, until the transaction ends. A lane's step locks its lane and then
   * its job; a transaction that changed the jobs first and then woke the lane would deadlock with it.
   */
  async lockLanes(tx: Tx, platform: Platform, accountRemoteId: string): Promise<void> {
    await tx.query(
      `SELECT l.id FROM lanes l JOIN accounts a ON a.id = l.id
      WHERE a.platform = $1 AND a.remote_id = $2 AND a.state = 'active' ORDER BY l.id FOR NO KEY UPDATE OF l`,
      [platform, accountRemoteId],
    );
  }

  /**
   * Makes the posts that the platform is processing under this name ready to verify; returns their accounts, whose lanes the caller
   * has locked.
   */
  async wakeJobs(
    tx: Tx,
    platform: Platform,
    post: { readonly accountRemoteId: string; readonly step: string; readonly value: string },
  ): Promise<string[]> {
    const rows = await tx.query<{ account_id: string }>(
      `UPDATE publish_jobs j SET ready_at = least(j.ready_at, now()) FROM accounts a
      WHERE a.id = j.account_id AND a.platform = $1 AND a.remote_id = $2 AND a.state = 'active'
        AND j.state IN ('queued', 'prepared', 'verifying', 'confirmed') AND j.wait_code IS DISTINCT FROM 'parked'
        AND j.steps ->> $3 = $4
      RETURNING j.account_id`,
      [platform, post.accountRemoteId, post.step, post.value],
    );
    return [...new Set(rows.map((row) => row.account_id))];
  }
}
