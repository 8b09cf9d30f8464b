import { Inject, Injectable } from '@nestjs/common';
import { Leases } from '@postloom/persistence';
import type { LeasedRow, Tx } from '@postloom/persistence';
import type { HeldLane } from './lanes.repository.ts';

/** Lanes of all tenants, for the worker. */
@Injectable()
export class LanesClaims {
  constructor(@Inject(Leases) private readonly leases: Leases) {}

  /**
   * Takes up to `limit` ready lanes. EXPLAIN: index scan on lanes_ready; the two sub-selects are hashed once, both tables hold
   * a handful of rows.
   */
  async claim(tx: Tx, limit: number, leaseSeconds: number): Promise<HeldLane[]> {
    const rows = await this.leases.claim<LeasedRow & { business_id: string; platform: string }>(tx, {
      table: 'lanes',
      limit,
      leaseSeconds,
      where: `platform NOT IN (SELECT b.platform FROM budgets b WHERE b.blocked_until > now())
        AND NOT EXISTS (SELECT 1 FROM switches s WHERE s.is_stopped
          AND s.subject IN ('all', 'platform:' || lanes.platform, 'account:' || lanes.id::text))`,
    });
    return rows.map((row) => ({
      id: row.id,
      businessId: row.business_id,
      platform: row.platform,
      epoch: row.lease_epoch,
    }));
  }
}
