import { Injectable } from '@nestjs/common';
import type { Entitlement, Tier } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

interface SubscriptionRow {
  readonly payer_id: string;
  readonly tier: Tier;
  readonly period_anchor: Date;
  readonly version: number;
}

const columns = 's.payer_id, s.tier, s.period_anchor, s.version';

@Injectable()
export class SubscriptionsRepository {
  /** The free plan; its billing months begin now. */
  async insert(tx: Tx, payerId: string): Promise<Entitlement> {
    const rows = await tx.query<SubscriptionRow>(
      `INSERT INTO subscriptions AS s (payer_id, tier) VALUES ($1, 'free') RETURNING ${columns}`,
      [payerId],
    );
    const [row] = rows;
    if (!row) {
      throw new Error('The subscription was not inserted.');
    }
    return toEntitlement(row);
  }

  async findByPayer(tx: Tx, payerId: string): Promise<Entitlement | null> {
    const rows = await tx.query<SubscriptionRow>(`SELECT ${columns} FROM subscriptions s WHERE s.payer_id = $1`, [
      payerId,
    ]);
    return rows[0] ? toEntitlement(rows[0]) : null;
  }

  /** The plan of the owner of a business; the transaction's scope must be that business. */
  async findByBusiness(tx: Tx, businessId: string): Promise<Entitlement | null> {
    const rows = await tx.query<SubscriptionRow>(
      `SELECT ${columns} FROM businesses b JOIN subscriptions s ON s.payer_id = b.owner_id WHERE b.id = $1`,
      [businessId],
    );
    return rows[0] ? toEntitlement(rows[0]) : null;
  }

  /** Another tier, whose billing months are counted from `anchor`; null when the payer already has this tier (nothing changed). */
  async change(tx: Tx, payerId: string, tier: Tier, anchor: Date): Promise<Entitlement | null> {
    const rows = await tx.query<SubscriptionRow>(
      `UPDATE subscriptions s SET tier = $2, period_anchor = $3, version = s.version + 1
        WHERE s.payer_id = $1 AND s.tier <> $2 RETURNING ${columns}`,
      [payerId, tier, anchor],
    );
    return rows[0] ? toEntitlement(rows[0]) : null;
  }
}

function toEntitlement(row: SubscriptionRow): Entitlement {
  return {
    payerId: row.payer_id,
    tier: row.tier,
    periodAnchor: row.period_anchor.toISOString(),
    version: row.version,
  };
}
